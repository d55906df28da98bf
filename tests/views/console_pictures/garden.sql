-- Beside the shop: days that bronze cannot hold, and rows that the reading role does not see. Variable: reader.

CREATE TABLE shop.delivery (
    delivery_id integer PRIMARY KEY,
    promised_on date,
    weight      numeric(8, 3) NOT NULL
);
INSERT INTO shop.delivery
SELECT i, CASE WHEN i % 8 = 0 THEN date 'infinity' ELSE date '2024-03-01' + i END, i * 0.75 FROM generate_series(1, 24) i;

CREATE TABLE shop.staff (
    staff_id integer PRIMARY KEY,
    name     text NOT NULL,
    branch   text NOT NULL
);
INSERT INTO shop.staff SELECT i, 'Person ' || i, CASE i % 2 WHEN 0 THEN 'Delft' ELSE 'Gent' END FROM generate_series(1, 14) i;
ALTER TABLE shop.staff ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_branch ON shop.staff FOR SELECT USING (branch = 'Delft');

GRANT SELECT ON shop.delivery, shop.staff TO :"reader";
