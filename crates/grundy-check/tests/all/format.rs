//! Texts that differ from a certificate in the form of a number.

use grundy_check::{Limits, check};

#[test]
fn numbers_have_one_form() {
    let text = |number: &str| {
        format!(
            "grundy-certificate 1\nclaim row-period\ngame wythoff\nrow {number}\npreperiod 0\nperiod 3\nsaltus 3\nstate from 2 period 3\nquotient 3 fails at 0\nend\n"
        )
    };
    let outcome = |number: &str| match check(text(number).as_bytes(), Limits::default()) {
        Ok(verified) => verified.to_string(),
        Err(unverified) => unverified.to_string(),
    };
    assert!(outcome("2").starts_with("wythoff: G(2,b+3)"));
    for malformed in
        ["02", "00", "+2", "-2", "2a", "", " 2", "2 ", "1152921504606846977", "99999999999999999999"]
    {
        assert!(outcome(malformed).starts_with("line 4: "), "{malformed}: {}", outcome(malformed));
    }
    assert_eq!(outcome("1152921504606846976"), "the row is too large for this checker");
}
