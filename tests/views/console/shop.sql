-- A small shop: last-update triggers that prove their column, a partitioned table, one without a key, one with a type that has no
-- counterpart, a table that the reading role may not read, a view. Variables: reader, password.

CREATE SCHEMA shop;

CREATE TABLE shop.customer (
    customer_id integer PRIMARY KEY,
    name        text NOT NULL,
    city        text,
    last_update timestamptz(6) NOT NULL DEFAULT now() - interval '2 days'
);
COMMENT ON TABLE shop.customer IS 'Who buys; changed at the counter.';
CREATE FUNCTION shop.set_last_update() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    NEW.last_update := now();
    RETURN NEW;
END
$$;
CREATE TRIGGER customer_last_update BEFORE UPDATE ON shop.customer FOR EACH ROW EXECUTE FUNCTION shop.set_last_update();
INSERT INTO shop.customer (customer_id, name, city)
SELECT i, 'Customer ' || i, CASE i % 3 WHEN 0 THEN 'Delft' WHEN 1 THEN 'Gent' END FROM generate_series(1, 40) i;

CREATE TABLE shop.sale (
    sale_id integer NOT NULL,
    sold_on date NOT NULL,
    customer_id integer NOT NULL REFERENCES shop.customer,
    amount  numeric(10, 2) NOT NULL,
    PRIMARY KEY (sale_id, sold_on)
) PARTITION BY RANGE (sold_on);
CREATE TABLE shop.sale_2023 PARTITION OF shop.sale FOR VALUES FROM ('2023-01-01') TO ('2024-01-01');
CREATE TABLE shop.sale_2024 PARTITION OF shop.sale FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
INSERT INTO shop.sale SELECT i, date '2023-06-01' + i * 3, 1 + i % 40, i * 1.25 FROM generate_series(1, 150) i;

CREATE TABLE shop.visit (
    seen_at timestamptz(6) NOT NULL,
    page    text NOT NULL
);
INSERT INTO shop.visit SELECT timestamptz '2024-02-01 08:00:00+00' + i * interval '7 minutes', '/shelf/' || i % 9 FROM generate_series(1, 60) i;

CREATE TABLE shop.document (
    document_id integer PRIMARY KEY,
    title       text NOT NULL,
    about       regclass
);
INSERT INTO shop.document SELECT i, 'Document ' || i, 'shop.customer'::regclass FROM generate_series(1, 12) i;

CREATE TABLE shop.price (
    article  text NOT NULL,
    valid_on date NOT NULL,
    price    numeric(8, 2),
    last_update timestamptz(6) NOT NULL DEFAULT now() - interval '2 days',
    PRIMARY KEY (article, valid_on)
);
CREATE TRIGGER price_last_update BEFORE UPDATE ON shop.price FOR EACH ROW EXECUTE FUNCTION shop.set_last_update();
INSERT INTO shop.price (article, valid_on, price) SELECT 'article ' || i % 10, date '2024-01-01' + i, i * 0.5 FROM generate_series(1, 30) i;

CREATE TABLE shop.wage (
    wage_id integer PRIMARY KEY,
    amount  numeric(8, 2) NOT NULL
);
INSERT INTO shop.wage SELECT i, 2000 + i FROM generate_series(1, 8) i;

CREATE VIEW shop.customer_name AS SELECT customer_id, name FROM shop.customer;

CREATE ROLE :"reader" LOGIN PASSWORD :'password';
GRANT pg_read_all_stats TO :"reader";
GRANT USAGE ON SCHEMA shop TO :"reader";
GRANT SELECT ON shop.customer, shop.sale, shop.sale_2023, shop.sale_2024, shop.visit, shop.document, shop.price, shop.customer_name TO :"reader";
