#!/usr/bin/env python3
"""The checker itself: each rule finds a planted breach in a small tree, and the tree without it is clean."""
import os
import shutil
import tempfile
import unittest

import check_tree

HEADER = "#pragma once\n\nnamespace lakehouse::{module} {{}}\n"
SLASH = "/"


class CheckTreeTest(unittest.TestCase):
    def setUp(self):
        self.root = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.root)
        for module in ("base", "describe", "model", "rules", "ports", "api", "usecases", "wire", "remote"):
            self.put(f"core/{module}/thing.h", HEADER.format(module=module))
        for adapter in ("git", "postgres"):
            self.put(f"core/adapters/{adapter}/thing.h", HEADER.format(module="adapters"))
        self.put("core/adapters/git/git_handles.h", HEADER.format(module="adapters") + "#include <git2.h>\n")
        self.put("app/cli/thing.h", HEADER.format(module="app"))
        rows = "".join(f"| `{module}` | x | {', '.join(f'`{other}`' for other in allowed) or '–'} |\n" for module, allowed in check_tree.MAY_USE.items())
        self.put("docs/developer/architecture.md", "| Module | Purpose | May use |\n| --- | --- | --- |\n" + rows)

    def put(self, path, text):
        full = os.path.join(self.root, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "w", encoding="utf-8") as file:
            file.write(text)

    def findings(self):
        return [f"{path}: {finding}" for path, finding in check_tree.check(self.root)]

    def assert_found(self, path, text, *words):
        self.put(path, text)
        found = self.findings()
        self.assertEqual(len(found), 1, found)
        for word in (path, *words):
            self.assertIn(word, found[0])

    def test_clean_tree(self):
        self.put("core/rules/thing.cpp", '#include "rules/thing.h"\n#include "model/thing.h"\n#include <QString>\n// QProcess, "ports/thing.h"\n')
        self.put("core/usecases/thing.cpp", '#include "rules/thing.h"\n#include "ports/thing.h"\nint x = application.exec();\n')
        self.put("core/adapters/git/thing.cpp", '#include "adapters/git/git_handles.h"\n#include "ports/thing.h"\n')
        self.put("app/cli/main.cpp", '#include "usecases/thing.h"\n#include "cli/thing.h"\n')
        self.assertEqual(self.findings(), [])

    def test_rules_do_not_see_ports(self):
        self.assert_found("core/rules/thing.cpp", '#include "ports/thing.h"\n', "rules may not use ports")

    def test_model_does_not_see_rules(self):
        self.assert_found("core/model/thing.cpp", '#  include   "rules/thing.h"\n', "model may not use rules")

    def test_adapters_do_not_see_each_other(self):
        self.assert_found("core/adapters/git/thing.cpp", '#include "adapters/postgres/thing.h"\n', "an adapter includes another")

    def test_adapters_do_not_see_use_cases(self):
        self.assert_found("core/adapters/git/thing.cpp", '#include "usecases/thing.h"\n', "adapters may not use usecases")

    def test_commands_see_the_api_only(self):
        self.assert_found("app/cli/commands/thing.cpp", '#include "usecases/thing.h"\n', "app/cli may not use usecases")

    def test_core_does_not_see_programs(self):
        self.assert_found("core/api/thing.cpp", '#include "cli/thing.h"\n', "api may not use app/cli")

    def test_pages_do_not_see_use_cases(self):
        self.put("views/pages/thing.h", "#pragma once\nnamespace lakehouse::views {}\n")
        self.assert_found("views/pages/thing.cpp", '#include "usecases/thing.h"\n', "views/pages may not use usecases")

    def test_unknown_module(self):
        self.assert_found("core/magic/thing.cpp", "\n", "core/magic", "no module")

    def test_missing_header(self):
        self.assert_found("core/api/thing.cpp", '#include "model/nothing.h"\n', "is not there")

    def test_library_outside_its_adapter(self):
        self.assert_found("core/usecases/thing.cpp", "#include <sqlite3.h>\n", "hidden in")

    def test_library_in_another_file_of_its_adapter(self):
        self.assert_found("core/adapters/postgres/rows.h", HEADER.format(module="adapters") + "#include <pqxx/pqxx>\n", "hidden in")

    def test_private_header_shown_by_a_public_one(self):
        self.put("core/adapters/git/thing.h", HEADER.format(module="adapters") + '#include "adapters/git/git_handles.h"\n')
        self.assertEqual(self.findings(), [])  # nobody outside sees it
        self.put("app/common/thing.cpp", '#include "adapters/git/thing.h"\n')
        found = self.findings()
        self.assertEqual(len(found), 1, found)
        self.assertIn("shows a library to whoever includes this header", found[0])

    def test_blocking_words(self):
        for word in ("QProcess process;", "QThread::sleep(1);", "QEventLoop loop;", "dialog.exec();", "menu->exec();", "QSqlDatabase db;"):
            with self.subTest(word):
                self.assert_found("core/model/thing.cpp", word + "\n", "outside adapters")

    def test_words_in_comments_and_texts_do_not_count(self):
        self.put("core/model/thing.cpp", '/* QThread */ // QProcess\nconst char *x = "QEventLoop"; auto y = R"(a.exec())"; QThreadPool z;\n')
        self.assertEqual(self.findings(), [])

    def test_pragma_once(self):
        self.assert_found("core/model/other.h", "namespace lakehouse::model {}\n", "no #pragma once")

    def test_namespace_of_the_module(self):
        self.assert_found("core/model/other.h", "#pragma once\nnamespace lakehouse::api {}\n", "declares nothing in lakehouse::model")

    def test_header_that_opens_a_namespace(self):
        self.assert_found("core/model/other.h", HEADER.format(module="model") + "using namespace std;\n", "opens a namespace")

    def test_long_file(self):
        self.put("core/model/thing.cpp", "\n" * 400)
        self.assertEqual(self.findings(), [])
        self.assert_found("core/model/thing.cpp", "\n" * 401, "401 lines")

    def test_vague_folder(self):
        os.makedirs(os.path.join(self.root, "core/model/utils"))
        self.assertIn("core/model/utils: a folder is named for what it holds", self.findings())

    def test_todo(self):
        self.assert_found("core/model/thing.cpp", "// TO" + "DO later\n", "without the number")

    def test_paths_of_one_machine(self):
        for folder in ("wo" + "rk", "ro" + "ot", "ho" + "me"):
            with self.subTest(folder):
                self.assert_found_in_document(f"see {SLASH}{folder}{SLASH}someone/notes")
        self.assert_found_in_document(f"see {SLASH}t" + "mp/x_ready")

    def assert_found_in_document(self, text):
        self.put("docs/page.md", text + "\n")
        found = self.findings()
        self.assertEqual(len(found), 1, found)
        self.assertIn("docs/page.md:1: a path of one machine", found[0])

    def test_relative_and_variable_paths_are_fine(self):
        self.put("docs/page.md", f"docs{SLASH}ro" + f"ot/x $BASE{SLASH}wo" + f"rk/x ${{HOME}}{SLASH}ho" + "me/x\n")
        self.assertEqual(self.findings(), [])

    def test_documentation_that_differs(self):
        path = os.path.join(self.root, "docs/developer/architecture.md")
        with open(path, encoding="utf-8") as file:
            text = file.read()
        self.put("docs/developer/architecture.md", text.replace("| `ports` | x | `model`, `base` |", "| `ports` | x | `base` |"))
        found = self.findings()
        self.assertEqual(len(found), 1, found)
        self.assertIn("ports: documented", found[0])


if __name__ == "__main__":
    unittest.main()
