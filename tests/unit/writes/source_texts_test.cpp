#include "text/joined_texts.h"

#include <QTest>

using namespace lakehouse::text;

namespace {

/// Texts with "_" for each placeholder, and the line of their first character.
QStringList textsOf(const QString &source, SourceLanguage language)
{
    const SourceTokens tokens = lexSource(source, language);
    QStringList texts;
    for (const JoinedText &joined : joinedTexts(tokens, structureOf(tokens)))
        texts << QStringLiteral("%1:%2").arg(joined.text.lineAt(0)).arg(QString(joined.text.text()).replace(placeholder, u'_').simplified());
    return texts;
}

} // namespace

class SourceTextsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void languages_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("firstLine");
        QTest::addColumn<int>("language");
        const auto row = [](const char *path, const char *firstLine, SourceLanguage language) { QTest::newRow(path) << QString::fromLatin1(path) << QString::fromLatin1(firstLine) << int(language); };
        row("a/b.SQL", "", SourceLanguage::Sql);
        row("Order.java", "", SourceLanguage::Java);
        row("build.gradle.kts", "", SourceLanguage::Kotlin);
        row("bin/report", "#!/usr/bin/env python3", SourceLanguage::Python);
        row("bin/nightly", "#!/usr/bin/perl -w", SourceLanguage::Perl);
        row("bin/flags", "#!/usr/bin/env -S ruby3.1 -w", SourceLanguage::Ruby);
        row("index.php", "", SourceLanguage::Php);
        row("a.tsx", "", SourceLanguage::TypeScript);
        row("a.mjs", "", SourceLanguage::JavaScript);
    }
    void languages()
    {
        QFETCH(QString, path);
        QFETCH(QString, firstLine);
        QFETCH(int, language);
        const auto found = sourceLanguage(path, firstLine);
        QVERIFY(found.has_value() && mayBeSource(path));
        QCOMPARE(int(*found), language);
    }

    void otherFiles()
    {
        QVERIFY(!sourceLanguage(u"picture.png", u"") && !mayBeSource(u"picture.png"));
        QVERIFY(!sourceLanguage(u"LICENSE", u"Apache License"));
        QVERIFY(!sourceLanguage(u"bin/run", u"#!/bin/sh"));
        QVERIFY(!sourceLanguage(u"python.d/readme", u""));
    }

    void texts_data()
    {
        QTest::addColumn<SourceLanguage>("language");
        QTest::addColumn<QString>("source");
        QTest::addColumn<QStringList>("expected");
        const auto row = [](const char *name, SourceLanguage language, const char *source, const QStringList &expected) {
            QTest::newRow(name) << language << QString::fromUtf8(source) << expected;
        };
        const auto list = [](std::initializer_list<const char *> texts) {
            QStringList expected;
            for (const char *text : texts)
                expected << QString::fromUtf8(text);
            return expected;
        };
        using L = SourceLanguage;
        row("java escapes", L::Java, "f(\"a\\t\\\"b\\\" \\u0063\\\\\");", list({"1:a \"b\" c\\"}));
        row("java characters", L::Java, "char c = '\"'; f(\"x\"); char d = '\\'';", list({"1:\"", "1:x", "1:'"}));
        row("java comments", L::Java, "// \"a\"\n/* \"b\" /* */ f(\"c\"); // d \"e\"", list({"2:c"}));
        row("java text block", L::Java, "f(\"\"\"\n  a \"b\"\n  c\"\"\");", list({"1:a \"b\" c"}));
        row("java unterminated", L::Java, "f(\"a\n);f(\"b\");", list({"1:a", "2:b"}));
        row("java concatenation", L::Java, "s = \"a \" + x.y(1, \"in\") + \" b\"\n + (\"c\" + \"d\");", list({"1:a _ bcd", "1:in"}));
        row("java choice", L::Java, "s = \"a \" + (x ? \"b\" : \"c\") + \" d\";", list({"1:a _ d", "1:b", "1:c"}));
        row("java constant", L::Java, "class A { static final String T = \"film\"; void f() { g(\"a \" + T + \" b\"); g(\"a \" + A.T); } }", list({"1:film", "1:a film b", "1:a film"}));
        row("java local of another function", L::Java, "class A { void f() { String t = \"film\"; } void g(String t) { h(\"a \" + t); } }", list({"1:film", "1:a _"}));
        row("java variable with two values", L::Java, "class A { String t = \"film\"; void f() { t = \"actor\"; h(\"a \" + t); } }", list({"1:film", "1:actor", "1:a _"}));
        row("java builder", L::Java, "class A { void f() {\n  StringBuilder s = new StringBuilder(\"a\");\n  s.append(\" b\").append(x).append(\" c\");\n  if (y) {\n    s.append(\" d\");\n  }\n  s.append(\" e\");\n} }",
            list({"2:a b_ c_ e", "5:d"}));
        row("java condition without braces", L::Java, "void f() {\n  String s = \"a\";\n  if (y) s += \" b\";\n  if (y)\n    s += \" c\";\n  s += \" d\";\n}", list({"2:a__ d", "3:b", "5:c"}));
        row("java two functions", L::Java, "class A { void f() { String s = \"a\"; } void g(String s) { s += \"b\"; } }", list({"1:a", "1:b"}));
        row("kotlin", L::Kotlin, "/* /* \"a\" */ \"b\" */ val s = \"$x c ${y + \"d\"} \\$e\" + \"\"\"\\n $z\"\"\"", list({"1:_ c _ $e\\n _"}));
        row("python prefixes", L::Python, "f(r'\\n', b\"b\", f'{x} {{y}}', '''c\n''' 'd') # 'e'", list({"1:\\n", "1:b", "1:_ {y}}", "1:c d"}));
        row("python beside each other", L::Python, "a = ('b '\n     'c')\nd = 'e'\n'f'", list({"1:b c", "3:e", "4:f"}));
        row("python format", L::Python, "f('a %s' % (x, 'y'), 'b {}'.format('c'))", list({"1:a %s", "1:y", "1:b {}", "1:c"}));
        row("python condition", L::Python, "def f():\n    s = 'a'\n    if x:\n        s += ' b'\n    s += ' c'", list({"2:a_ c", "4:b"}));
        row("perl quotes", L::Perl, "f('it\\'s \\n', \"$x->{a}[1] @y b\", q{c {d} e}, qq(f $g), qw/h i/);", list({"1:it's \\n", "1:_ _ b", "1:c {d} e", "1:f _", "1:h i"}));
        row("perl heredoc", L::Perl, "f(<<\"A\", <<'B', 1);\na $x\nA\nb $y\nB\ng('c');", list({"2:a _", "4:b $y", "6:c"}));
        row("perl expressions", L::Perl, "$x =~ s{\"a\"}{\"b\"}g; if ($y =~ /'c/) { f('d') } $#z; # 'e'", list({"1:d"}));
        row("perl addition", L::Perl, "my $s = 'a';\n$s .= ' b' if $x;\n$s .= ' c';", list({"1:a_ c", "2:b"}));
        row("perl pages", L::Perl, "=head1 'a'\n\n'b'\n\n=cut\nf('c');\n__END__\n'd'", list({"6:c"}));
        row("php pages", L::Php, "<a b=\"c\"><?php f('d'); // 'e' ?> \"g\" <?= \"h $i {$j['k']}\" ?>", list({"1:d", "1:h _ _"}));
        row("php heredoc", L::Php, "<?php f(<<<A\n  b {$c}\n  A, <<<'D'\n$e\nD);", list({"2:b _", "4:$e"}));
        row("php attribute is no comment", L::Php, "<?php #[A(name: 'b')]\n# 'c'\nf('d' . $e . 'g');", list({"1:b", "3:d_g"}));
        row("c# strings", L::CSharp, "#region \"a\"\nf(@\"b\"\"c\\\", $\"d {e} {{g}}\", $@\"h {i}\n\", '\"', \"\"\"\nj \"k\"\n\"\"\");", list({"2:b\"c\\", "2:d _ {g}}", "2:h _", "3:\"", "3:j \"k\""}));
        row("go strings", L::Go, "s := `a \\n\nb` + \"c\" // `d`\nr := '\"'", list({"1:a \\n bc", "3:\""}));
        row("ruby quotes", L::Ruby, "f('a\\'b', \"c #{d[\"e\"]}\", %q(g (h)), %Q{i #{j}}, %w[k l]) # 'm'", list({"1:a'b", "1:c _", "1:g (h)", "1:i _", "1:k l"}));
        row("ruby heredoc", L::Ruby, "f(<<~A.squish, 1)\n  b #{c}\nA\ng('d')\n=begin\n'e'\n=end\nh(10 % 3, x << y)", list({"2:b _", "4:d"}));
        row("script templates", L::TypeScript, "f(`a ${b ? `c` : 'd'} e`, 'g\\\nh', /[\"/]'/.test(x), a / 2, \"i\");", list({"1:a _ e", "1:gh", "2:i"}));
        row("script list", L::JavaScript, "f(['a', 'b' + c].join(' '));", list({"1:a b_", "1:"}));
    }
    void texts()
    {
        QFETCH(SourceLanguage, language);
        QFETCH(QString, source);
        QFETCH(QStringList, expected);
        QCOMPARE(textsOf(source, language), expected);
        QString windows = source;
        QCOMPARE(textsOf(windows.replace(QLatin1String("\n"), QLatin1String("\r\n")), language), expected);
        QCOMPARE(textsOf(source.replace(QLatin1Char('\n'), QLatin1Char('\r')), language), expected);
    }

    void lines()
    {
        const SourceTokens tokens = lexSource(QStringLiteral("f(\"a\\n\" +\n\n  \"bc\");"), SourceLanguage::Java);
        const std::vector<JoinedText> joined = joinedTexts(tokens, structureOf(tokens));
        QCOMPARE(joined.size(), std::size_t(1));
        QCOMPARE(joined[0].text.lineAt(1), 1); // an escaped end of line is none of the source
        QCOMPARE(joined[0].text.lineAt(2), 3);
        QCOMPARE(joined[0].text.lineAt(4), 3);
        QCOMPARE(joined[0].passedTo, QStringLiteral("f"));
    }

    void scopes_data()
    {
        QTest::addColumn<SourceLanguage>("language");
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("expected");
        QTest::newRow("java") << SourceLanguage::Java << QStringLiteral("class A extends B { @X(y = 1) void f(int i) throws C { if (i > 0) { g(\"s\"); } } }") << QStringLiteral("A.f");
        QTest::newRow("c#") << SourceLanguage::CSharp << QStringLiteral("namespace N { class A : B { int F(List<int> x) { g(\"s\"); } } }") << QStringLiteral("A.F");
        QTest::newRow("go") << SourceLanguage::Go << QStringLiteral("func (s *Store) Purge(id int) (int, error) { g(\"s\") }") << QStringLiteral("Purge");
        QTest::newRow("perl") << SourceLanguage::Perl << QStringLiteral("sub purge { g('s') }") << QStringLiteral("purge");
        QTest::newRow("python") << SourceLanguage::Python << QStringLiteral("class A:\n    def f(self):\n        pass\n    def h(self):\n        if x:\n            g('s')\n") << QStringLiteral("A.h");
        QTest::newRow("ruby") << SourceLanguage::Ruby << QStringLiteral("class A\n  def self.f\n    g('s')\n  end\nend\n") << QStringLiteral("A.f");
        QTest::newRow("script") << SourceLanguage::JavaScript << QStringLiteral("export async function f(x) { return [1].map(y => { g('s'); }); }") << QStringLiteral("f");
        QTest::newRow("brackets that are never closed") << SourceLanguage::Java << QStringLiteral("class A { void f( { g(\"s\"); } } }") << QStringLiteral("A");
    }
    void scopes()
    {
        QFETCH(SourceLanguage, language);
        QFETCH(QString, source);
        const SourceTokens tokens = lexSource(source, language);
        const std::vector<JoinedText> joined = joinedTexts(tokens, structureOf(tokens));
        QCOMPARE(joined.size(), std::size_t(1));
        QTEST(joined[0].scope, "expected");
    }
};

QTEST_APPLESS_MAIN(SourceTextsTest)
#include "source_texts_test.moc"
