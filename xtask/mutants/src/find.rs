//! Finds the places of a source file that can be mutated, and what each can become.

use proc_macro2::Span;
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, BinOp, Block, Expr, GenericArgument, PathArguments, ReturnType, Signature, Type, UnOp};

/// A place that can be mutated.
pub struct Site {
    /// Its bytes in the source.
    pub range: Range<usize>,
    pub kind: Kind,
    /// The function that it is in, e.g. `Level::taken`.
    pub function: String,
    /// The place of its operator.
    pub line: usize,
    pub column: usize,
    /// What it can become: an operator, or a value that is returned.
    pub becomes: Vec<String>,
}

impl Site {
    /// How many mutants it has.
    pub fn count(&self) -> u32 {
        u32::try_from(self.becomes.len()).unwrap_or(0)
    }

    /// A mutant in words.
    pub fn change(&self, becomes: &str) -> String {
        match &self.kind {
            Kind::Body if becomes.is_empty() => "do nothing".to_owned(),
            Kind::Body => format!("return {becomes}"),
            Kind::Values { operator, .. }
            | Kind::Comparison { operator, .. }
            | Kind::Assignment { operator, .. } => {
                format!("{operator} with {becomes}")
            }
            Kind::Logic { is_and, .. } => format!("{} with {becomes}", if *is_and { "&&" } else { "||" }),
            Kind::Unary { operator, .. } => format!("delete {operator}"),
        }
    }
}

pub enum Kind {
    /// The brace that opens the body of a function.
    Body,
    /// An operator of two values, e.g. `+`.
    Values { left: Range<usize>, operator: &'static str, right: Range<usize> },
    /// A comparison, which does not move what it compares.
    Comparison { left: Range<usize>, operator: &'static str, right: Range<usize> },
    /// `&&` or `||`.
    Logic { left: Range<usize>, is_and: bool, right: Range<usize> },
    /// An assignment with an operator, e.g. `+=`.
    Assignment { left: Range<usize>, operator: &'static str, right: Range<usize> },
    /// `!` or `-`, which is removed.
    Unary { operator: &'static str, operand: Range<usize> },
}

/// All sites of a file, outer ones first.
pub fn sites(source: &str) -> Result<Vec<Site>, syn::Error> {
    let mut finder = Finder { sites: Vec::new(), path: Vec::new() };
    finder.visit_file(&syn::parse_file(source)?);
    finder.sites.sort_by_key(|site| (site.range.start, std::cmp::Reverse(site.range.end)));
    Ok(finder.sites)
}

struct Finder {
    sites: Vec<Site>,
    /// The types and functions around the place.
    path: Vec<String>,
}

impl Finder {
    fn within(&mut self, name: String, go: impl FnOnce(&mut Self)) {
        self.path.push(name);
        go(self);
        self.path.pop();
    }

    /// Adds a site. The place of its operator is different from those of all others; operands begin where others do.
    fn add(&mut self, span: Span, operator: Span, kind: Kind, becomes: &[&str]) {
        let becomes = becomes.iter().map(|&text| text.to_owned()).collect();
        let (range, start) = (span.byte_range(), operator.start());
        let function = self.path.join("::");
        self.sites.push(Site { range, kind, function, line: start.line, column: start.column + 1, becomes });
    }

    fn function(&mut self, signature: &Signature, body: &Block) {
        if signature.constness.is_some() {
            return;
        }
        let name = signature.ident.to_string();
        self.within(name, |finder| {
            let only = match &body.stmts[..] {
                [syn::Stmt::Expr(only, None)] => Some(only.span().source_text().unwrap_or_default()),
                _ => None,
            };
            let mut becomes = match &signature.output {
                ReturnType::Default if body.stmts.is_empty() => Vec::new(),
                ReturnType::Default => vec![String::new()],
                ReturnType::Type(_, value) => values(value),
            };
            becomes.retain(|value| only.as_ref() != Some(value));
            if !becomes.is_empty() {
                let open = body.brace_token.span.open();
                let becomes: Vec<&str> = becomes.iter().map(String::as_str).collect();
                finder.add(open, open, Kind::Body, &becomes);
            }
            visit::visit_block(finder, body);
        });
    }
}

impl<'ast> Visit<'ast> for Finder {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        match item {
            syn::Item::Fn(function) if !is_test(&function.attrs) => {
                self.function(&function.sig, &function.block);
            }
            syn::Item::Mod(module) if !is_test(&module.attrs) => visit::visit_item_mod(self, module),
            syn::Item::Impl(item) if !is_test(&item.attrs) => {
                let of = item.trait_.as_ref().and_then(|(_, path, _)| path.segments.last());
                if of.is_some_and(|of| of.ident == "Debug") {
                    return;
                }
                self.within(type_name(&item.self_ty), |finder| visit::visit_item_impl(finder, item));
            }
            syn::Item::Trait(item) => {
                self.within(item.ident.to_string(), |finder| visit::visit_item_trait(finder, item));
            }
            // Constants and statics are computed by the compiler.
            _ => {}
        }
    }

    fn visit_impl_item(&mut self, item: &'ast syn::ImplItem) {
        if let syn::ImplItem::Fn(function) = item
            && !is_test(&function.attrs)
        {
            self.function(&function.sig, &function.block);
        }
    }

    fn visit_trait_item(&mut self, item: &'ast syn::TraitItem) {
        if let syn::TraitItem::Fn(function) = item
            && let Some(body) = &function.default
        {
            self.function(&function.sig, body);
        }
    }

    // Lengths of arrays and arguments of generics are computed by the compiler, patterns are no expressions.
    fn visit_type(&mut self, _: &'ast Type) {}
    fn visit_generic_argument(&mut self, _: &'ast GenericArgument) {}
    fn visit_pat(&mut self, _: &'ast syn::Pat) {}
    fn visit_expr_const(&mut self, _: &'ast syn::ExprConst) {}
    fn visit_expr_repeat(&mut self, repeat: &'ast syn::ExprRepeat) {
        self.visit_expr(&repeat.expr);
    }

    fn visit_expr_binary(&mut self, binary: &'ast syn::ExprBinary) {
        visit::visit_expr_binary(self, binary);
        let (left, right) = (binary.left.span().byte_range(), binary.right.span().byte_range());
        let Some((operator, becomes)) = partners(&binary.op) else { return };
        let kind = match binary.op {
            BinOp::And(_) | BinOp::Or(_) if has_let(&binary.left) || has_let(&binary.right) => return,
            BinOp::And(_) => Kind::Logic { left, is_and: true, right },
            BinOp::Or(_) => Kind::Logic { left, is_and: false, right },
            _ if operator.ends_with('=') && !["==", "!=", "<=", ">="].contains(&operator) => {
                Kind::Assignment { left, operator, right }
            }
            _ if ["==", "!=", "<", "<=", ">", ">="].contains(&operator) => {
                Kind::Comparison { left, operator, right }
            }
            _ => Kind::Values { left, operator, right },
        };
        self.add(binary.span(), binary.op.span(), kind, becomes);
    }

    fn visit_expr_unary(&mut self, unary: &'ast syn::ExprUnary) {
        visit::visit_expr_unary(self, unary);
        let operator = match unary.op {
            UnOp::Not(_) => "!",
            UnOp::Neg(_) if !matches!(*unary.expr, Expr::Lit(_)) => "-",
            _ => return,
        };
        let kind = Kind::Unary { operator, operand: unary.expr.span().byte_range() };
        self.add(unary.span(), unary.op.span(), kind, &[""]);
    }
}

/// The operator as text, and what it can become.
fn partners(operator: &BinOp) -> Option<(&'static str, &'static [&'static str])> {
    Some(match operator {
        BinOp::Add(_) => ("+", &["-", "*"]),
        BinOp::Sub(_) => ("-", &["+", "/"]),
        BinOp::Mul(_) => ("*", &["+", "/"]),
        BinOp::Div(_) => ("/", &["%", "*"]),
        BinOp::Rem(_) => ("%", &["/", "+"]),
        BinOp::Shl(_) => ("<<", &[">>"]),
        BinOp::Shr(_) => (">>", &["<<"]),
        BinOp::BitAnd(_) => ("&", &["|", "^"]),
        BinOp::BitOr(_) => ("|", &["&", "^"]),
        BinOp::BitXor(_) => ("^", &["|", "&"]),
        BinOp::Eq(_) => ("==", &["!="]),
        BinOp::Ne(_) => ("!=", &["=="]),
        BinOp::Lt(_) => ("<", &["<=", ">"]),
        BinOp::Le(_) => ("<=", &["<", ">"]),
        BinOp::Gt(_) => (">", &[">=", "<"]),
        BinOp::Ge(_) => (">=", &[">", "<"]),
        BinOp::And(_) => ("&&", &["||"]),
        BinOp::Or(_) => ("||", &["&&"]),
        BinOp::AddAssign(_) => ("+=", &["-=", "*="]),
        BinOp::SubAssign(_) => ("-=", &["+=", "/="]),
        BinOp::MulAssign(_) => ("*=", &["+=", "/="]),
        BinOp::DivAssign(_) => ("/=", &["%=", "*="]),
        BinOp::RemAssign(_) => ("%=", &["/=", "+="]),
        BinOp::ShlAssign(_) => ("<<=", &[">>="]),
        BinOp::ShrAssign(_) => (">>=", &["<<="]),
        BinOp::BitAndAssign(_) => ("&=", &["|=", "^="]),
        BinOp::BitOrAssign(_) => ("|=", &["&=", "^="]),
        BinOp::BitXorAssign(_) => ("^=", &["|=", "&="]),
        _ => return None,
    })
}

/// Whether a condition has a `let` in its chain of `&&`.
fn has_let(condition: &Expr) -> bool {
    match condition {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let text = attribute.span().source_text().unwrap_or_default();
        text == "#[test]" || text.starts_with("#[cfg(test") || text.starts_with("#[cfg(all(test")
    })
}

fn type_name(of: &Type) -> String {
    match of {
        Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default(),
        Type::Reference(reference) => type_name(&reference.elem),
        _ => of.span().source_text().unwrap_or_default(),
    }
}

/// Some values of a type, as text. Those that do not compile are dropped later.
fn values(of: &Type) -> Vec<String> {
    let some = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect();
    let first = |of: &Type| values(of).into_iter().next();
    match of {
        Type::Tuple(tuple) if tuple.elems.is_empty() => some(&["()"]),
        Type::Tuple(tuple) => {
            let firsts: Option<Vec<_>> = tuple.elems.iter().map(first).collect();
            firsts.map(|firsts| format!("({})", firsts.join(", "))).into_iter().collect()
        }
        Type::Reference(reference) if reference.mutability.is_none() => match &*reference.elem {
            Type::Slice(_) => some(&["&[]"]),
            Type::Path(path) if path.path.is_ident("str") => some(&["\"\""]),
            _ => Vec::new(),
        },
        Type::Path(path) => {
            let Some(last) = path.path.segments.last() else { return Vec::new() };
            let arguments: Vec<&Type> = match &last.arguments {
                PathArguments::AngleBracketed(list) => list.args.iter().filter_map(as_type).collect(),
                _ => Vec::new(),
            };
            let inner = || arguments.first().map(|of| values(of)).unwrap_or_default();
            match last.ident.to_string().as_str() {
                "bool" => some(&["true", "false"]),
                "u8" | "u16" | "u32" | "u64" | "u128" | "usize" | "i8" | "i16" | "i32" | "i64" | "i128"
                | "isize" => some(&["0", "1"]),
                "f64" | "f32" => some(&["0.0", "1.0"]),
                "String" => some(&["String::new()"]),
                "Ordering" => {
                    ["Less", "Equal", "Greater"].map(|name| format!("std::cmp::Ordering::{name}")).to_vec()
                }
                "ControlFlow" => some(&["std::ops::ControlFlow::Continue(())"]),
                "Option" => {
                    let inner = inner().into_iter().map(|value| format!("Some({value})"));
                    std::iter::once("None".to_owned()).chain(inner).collect()
                }
                "Result" if arguments.is_empty() => some(&["Ok(())"]),
                "Result" => inner().into_iter().map(|value| format!("Ok({value})")).collect(),
                "Vec" => {
                    let inner = inner().into_iter().take(1).map(|value| format!("vec![{value}]"));
                    std::iter::once("Vec::new()".to_owned()).chain(inner).collect()
                }
                _ => some(&["Default::default()"]),
            }
        }
        _ => Vec::new(),
    }
}

fn as_type(argument: &GenericArgument) -> Option<&Type> {
    if let GenericArgument::Type(of) = argument { Some(of) } else { None }
}
