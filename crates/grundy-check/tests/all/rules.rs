//! Rules in certificates: each game has one text, and some games are not supported.

use grundy_check::{Limit, Limits, Unverified, check};

#[derive(Debug, PartialEq, Eq)]
enum Read {
    Normal,
    NotNormal,
    Unsupported,
}

/// A certificate that ends after its rules.
fn read(rules: &str) -> Read {
    let text = format!("grundy-certificate 2\nclaim row-period\nrules {rules}\nend\n");
    match check(text.as_bytes(), Limits::default()) {
        Err(Unverified::Rejected { line: 4, .. }) => Read::Normal,
        Err(Unverified::Rejected { line: 3, .. }) => Read::NotNormal,
        Err(Unverified::NotChecked(Limit::Unsupported(_))) => Read::Unsupported,
        other => unreachable!("{rules}: {other:?}"),
    }
}

fn assert_read(expected: &Read, rules: &[&str]) {
    for rules in rules {
        assert_eq!(read(rules), *expected, "{rules}");
    }
}

/// Rays after `x,y-i`, which lets the second number be lowered.
fn assert_rays(expected: &Read, rays: &[&str]) {
    for rays in rays {
        assert_read(expected, &[&format!("{{x,y: x,y-i; {rays}}}")]);
    }
}

#[test]
fn rays_are_sorted_and_different() {
    assert_read(&Read::Normal, &["{x,y: x-i,y}", "{x,y: x-i,y; x-i,y-i}"]);
    assert_rays(&Read::Normal, &["x-i,y-i", "x-i,y; x-i,y-i; x-i,y-2i", "x-i,y+i; x-i,y"]);
    assert_rays(&Read::NotNormal, &["x-i,y; x-i,y", "x-i,y-i; x-i,y", "x,y-i"]);
    assert_read(&Read::NotNormal, &["{x,y: x-i,y; x,y-i}", "{x,y: x-i,y-i; x-i,y}"]);
    let eight = "x-i,y; x-i,y-i; x-i,y-2i; x-i,y-3i; x-i,y-4i; x-i,y-5i; x-i,y-6i";
    assert_rays(&Read::Normal, &[eight]);
    assert_rays(&Read::NotNormal, &[&format!("{eight}; x-i,y-7i")]);
}

#[test]
fn no_ray_is_contained_in_another() {
    assert_rays(
        &Read::Normal,
        &["x-2i,y; x-3i,y", "x-2i,y-i; x-3i,y-2i", "x-i,y-2i; x-2i,y-i", "x-2i,y-2i; x-3i,y-3i"],
    );
    assert_rays(
        &Read::NotNormal,
        &[
            "x-i,y; x-2i,y",
            "x-2i,y; x-4i,y",
            "x-i,y-i; x-2i,y-2i",
            "x-i,y-2i; x-3i,y-6i",
            "x-i,y+i; x-2i,y+2i",
        ],
    );
    assert_read(
        &Read::NotNormal,
        &["{x,y: x,y-i; x,y-2i}", "{x,y: x,y-2i; x,y-4i}", "{x,y: x,y-2i; x,y-6i; x-i,y}"],
    );
    // A guard that the outer ray does not have, or has too, or has alone.
    assert_rays(&Read::NotNormal, &["x-i,y; x-2i,y where x+y>=6", "x-i,y where x+y>=6; x-2i,y where x+y>=6"]);
    assert_rays(&Read::Normal, &["x-i,y where x+y>=6; x-2i,y where x+y>=7", "x-i,y where x+y>=6; x-2i,y"]);
    // A wide ray contains narrow ones, not the other way round.
    assert_rays(
        &Read::NotNormal,
        &["x-i,y-j where j<3; x-2i,y", "x-i,y; x-i,y-j where j<3", "x-i,y-j where j<2; x-i,y-j where j<3"],
    );
    assert_rays(
        &Read::Normal,
        &["x-i,y-j where j<3", "x-i,y-j where |i-j|<2", "x-i,y-j where |i-j|<2; x-2i,y"],
    );
}

#[test]
fn guards_are_reduced_and_sometimes_open() {
    let open = [
        "x>=1", "y>=1", "x+y>=1", "-x>=0", "-y>=0", "-x-y>=0", "-x-y>=-3", "x-y>=-3", "-x+y>=0", "-x+y>=5",
        "x-y>=0", "2x+3y>=2", "3x-2y>=1",
    ];
    for guard in open {
        assert_rays(&Read::Normal, &[&format!("x-i,y where {guard}")]);
    }
    let always = ["x>=0", "y>=0", "x+y>=0", "x>=-1", "y>=-2", "x+2y>=-1"];
    let never = ["-x>=1", "-y>=1", "-x-y>=1", "-2x-y>=3"];
    let reducible = ["2x>=3", "2y>=1", "2x+2y>=5", "2x-2y>=1", "-3x+6y>=1", "-2x-2y>=-5"];
    for guard in always.into_iter().chain(never).chain(reducible) {
        assert_rays(&Read::NotNormal, &[&format!("x-i,y where {guard}")]);
    }
}

#[test]
fn holes_are_sorted_and_different() {
    let hole = |x: u64, y: u64| format!("not (x={x} and y={y})");
    let read = |holes: [(u64, u64); 2]| {
        let [one, other] = holes.map(|(x, y)| hole(x, y));
        read(&format!("{{x,y where {one} and {other}: x,y-i; x-i,y}}"))
    };
    assert_eq!(read([(0, 1), (2, 0)]), Read::Normal);
    assert_eq!(read([(0, 1), (0, 2)]), Read::Normal);
    assert_eq!(read([(2, 0), (0, 1)]), Read::NotNormal);
    assert_eq!(read([(0, 2), (0, 1)]), Read::NotNormal);
    assert_eq!(read([(0, 1), (0, 1)]), Read::NotNormal);
    assert_eq!(read([(0, 1_000_000_000), (1, 0)]), Read::Normal);
    assert_eq!(read([(0, 1_000_000_001), (1, 0)]), Read::NotNormal);
}

#[test]
fn a_ray_takes_something() {
    assert_read(
        &Read::NotNormal,
        &["{x,y: x,y}", "{x,y: x,y+i}", "{x,y: x+i,y}", "{x,y: x+i,y+i}", "{x,y: x-0i,y-i}", "{x,y: x-1i,y}"],
    );
    assert_rays(
        &Read::NotNormal,
        &["x-i,y-j where j<1", "x-i,y-j where j<0", "x-i,y-j", "x-i,y-j where k<2"],
    );
}

/// Rows would depend on rows above them, on several sets of values, or on rows as they were before.
#[test]
fn some_rays_are_not_supported() {
    assert_read(
        &Read::Unsupported,
        &["{x,y: x+i,y-i; x-i,y}", "{x,y: x,y-2i; x-i,y}", "{x,y: x,y-2i; x,y-3i}"],
    );
    assert_read(
        &Read::Unsupported,
        &["{x,y: x-i,y-j where i<2; x-i,y+i}", "{x,y: x,y-i where x+y>=6; x,y-i where x+y>=7}"],
    );
    assert_read(&Read::Normal, &["{x,y: x-i,y-j where i<2; x-i,y}", "{x,y: x,y-i; x-i,y+i}"]);
}
