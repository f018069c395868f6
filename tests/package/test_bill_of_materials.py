"""The bill of materials: the contents of deploy/requirements.txt, with licences."""

import json

from packaging.utils import canonicalize_name

from tests.package.conftest import ROOT
from tests.package.test_contents import PROJECT
from tools.audit import pinned


def test_the_bill_of_materials_lists_each_package_of_the_lock_with_its_licence() -> None:
    bill = json.loads((ROOT / "out/release/sbom.json").read_text("utf-8"))
    assert bill["bomFormat"] == "CycloneDX"
    own = bill["metadata"]["component"]
    assert (own["name"], own["version"]) == ("halma-by-post", PROJECT["version"])
    listed = {
        canonicalize_name(each["name"]): each["version"]
        for each in bill["components"]
        if each["name"] != "halma-by-post"
    }
    locked = (ROOT / "deploy/requirements.txt").read_text("utf-8")
    versions = {canonicalize_name(name): version for name, version in pinned(locked)}
    versions = {name: version for name, version in versions.items() if name in listed}
    assert listed == versions
    assert {"discord-py", "sqlalchemy", "pillow", "psycopg"} <= set(listed)
    assert "simcord" not in listed
    unknown = [each["name"] for each in bill["components"] if not each.get("licenses")]
    assert unknown == []
