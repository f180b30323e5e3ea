"""The package says what it needs and holds what it promises (.ci/smoke installs it and uses it)."""

import ast
import inspect
import re
import shutil
import subprocess
import sys
import tomllib
from fnmatch import fnmatch

from paths import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
REQUIRED = PROJECT["project"]["dependencies"]
OURS = {"c4", "visualizer", "interface", "saved_models"}
OPTIONAL = {"dask", "distributed", "pandas", "pyspiel", "safetensors"}


def name_of(requirement: str) -> str:
    return re.match(r"[\w-]+", requirement)[0]


def sources():
    """Every module that is installed."""
    return [ROOT / "interface.py", *(ROOT / "c4").rglob("*.py"), *(ROOT / "visualizer").rglob("*.py")]


def test_every_imported_package_is_declared():
    """What the program imports stands in the dependencies, and every dependency is imported."""
    imported = set()
    for path in sources():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {name.name.partition(".")[0] for name in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                imported.add(node.module.partition(".")[0])
    imported = {"pillow" if name == "PIL" else name for name in imported}
    foreign = imported - OURS - OPTIONAL - set(sys.stdlib_module_names)
    assert foreign == {name_of(requirement) for requirement in REQUIRED}


def test_the_oldest_versions_are_those_that_are_tried():
    """.ci/oldest.txt pins every dependency to the lower bound of pyproject.toml."""
    lines = (ROOT / ".ci" / "oldest.txt").read_text(encoding="utf-8").splitlines()
    pinned = dict(line.split("==") for line in lines if not line.startswith("#"))
    bounds = {name_of(requirement): re.search(r">=([\d.]+)", requirement)[1] for requirement in REQUIRED}
    assert pinned.keys() == bounds.keys()
    for name, bound in bounds.items():
        assert f"{pinned[name]}.".startswith(f"{bound}."), name
        assert set(pinned[name].removeprefix(bound)) <= {".", "0"}, name


def test_every_package_is_in_the_build():
    """Each folder of modules is a package that pyproject.toml names, so that an installed copy is whole."""
    folders = {path.parent for path in sources() if path.parent != ROOT}
    assert all((folder / "__init__.py").exists() for folder in folders)
    names = {".".join(folder.relative_to(ROOT).parts) for folder in folders}
    assert set(PROJECT["tool"]["setuptools"]["packages"]) == names | {"c4.saved_models"}


def test_every_file_that_ships_is_in_the_build():
    """Files that are no modules fit a pattern of pyproject.toml, and own models do not."""
    data = PROJECT["tool"]["setuptools"]["package-data"]
    left_out = PROJECT["tool"]["setuptools"]["exclude-package-data"]
    for room in ("c4", "visualizer", "saved_models"):
        for path in (ROOT / room).rglob("*"):
            package = path.parent
            name = path.name
            if path.is_dir() or path.suffix in (".py", ".pyc") or "__pycache__" in path.parts or name.startswith("my-"):
                continue
            fits = False
            while package != ROOT and not fits:
                patterns = data.get(
                    ".".join(package.relative_to(ROOT).parts).replace("saved_models", "c4.saved_models"), []
                )
                fits = any(fnmatch(str(path.relative_to(package).as_posix()), pattern) for pattern in patterns)
                package = package.parent
            assert fits, f"{path.relative_to(ROOT)} would not be installed"
    assert fnmatch("my-windows.json", left_out["c4.saved_models"][0])


def test_a_version_is_named_alike():
    """pyproject.toml and CITATION.cff name the same version, and the changelog has an entry for it."""
    version = PROJECT["project"]["version"]
    assert (
        re.search(r"^version: (.*)$", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE)[1] == version
    )
    assert f"\n## {version}\n" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_a_release_names_its_repository(tmp_path):
    """.ci/address adds [project.urls] and gives every link of the README, and every picture, an address."""
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, tmp_path)
    address = "https://host.example/owner/name"
    subprocess.run([sys.executable, ROOT / ".ci" / "address", address, "v1.2.3"], cwd=tmp_path, check=True)
    project = tomllib.loads((tmp_path / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"].pop("urls")["Source"] == address
    assert project == PROJECT
    readme = (tmp_path / "README.md").read_text(encoding="utf-8")
    assert f'src="{address}/raw/v1.2.3/docs/window.png"' in readme
    assert f"]({address}/blob/v1.2.3/docs/install.md)" in readme
    assert not re.findall(r'(?:\]\(|src="|srcset=")(?!https:)', readme)
    assert ".ci/address" in (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")


def test_the_issue_form_names_what_exists():
    """The commands and menu entries that the form for faults names are there."""
    from c4.cli.search import command
    from visualizer.app.commands import file

    form = (ROOT / ".github" / "ISSUE_TEMPLATE" / "defect.yml").read_text(encoding="utf-8")
    options = {option for parameter in command.params for option in parameter.opts}
    assert set(re.findall(r"c4 search (--\w+)", form)) <= options
    for entry in re.findall(r"menu File, ([^)]*)\)", form):
        assert f'"{entry}"' in inspect.getsource(file)
