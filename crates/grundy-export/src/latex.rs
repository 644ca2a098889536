use crate::{Columns, Layout};
use grundy::{Nimber, Table};
use std::io::{self, Write};

/// Writes the table as a LaTeX `tabular` in the layout of the papers: row 0 at the bottom, column numbers below. P-positions are bold.
/// Values in `marked` have a grey background, the first one darkest. Requires the packages `booktabs` and, if values are marked,
/// `colortbl`.
pub fn latex(table: &Table, layout: Layout, marked: &[u64], out: &mut dyn Write) -> io::Result<()> {
    let side = table.side();
    preamble(!marked.is_empty(), out)?;
    writeln!(out, "\\begin{{tabular}}{{r|{}}}\n\\toprule", "r".repeat(side))?;
    for a in (0..side).rev() {
        write!(out, "{a}")?;
        for (b, cell) in table.row(a).enumerate() {
            let omitted = layout == Layout::Triangle && b < a;
            write!(out, " &{}", if omitted { String::new() } else { entry(cell, marked) })?;
        }
        writeln!(out, " \\\\")?;
    }
    write!(out, "\\midrule\n$a/b$")?;
    (0..side).try_for_each(|b| write!(out, " & {b}"))?;
    writeln!(out, " \\\\\n\\bottomrule\n\\end{{tabular}}")
}

/// Writes the columns as a LaTeX `tabular`. Requires the package `booktabs`.
pub fn latex_columns(columns: &Columns, out: &mut dyn Write) -> io::Result<()> {
    preamble(false, out)?;
    writeln!(out, "\\begin{{tabular}}{{{}}}\n\\toprule", "r".repeat(columns.names().len()))?;
    // Single letters and their differences are set in math mode, words are not.
    let is_word = |name: &str| name.len() > 1 && !name.contains('-');
    let shown = |name: &&str| if is_word(name) { (*name).to_owned() } else { format!("${name}$") };
    let names: Vec<String> = columns.names().iter().map(shown).collect();
    writeln!(out, "{} \\\\\n\\midrule", names.join(" & "))?;
    for n in 0..columns.len() {
        let cells: Vec<String> = columns.row(n).map(|number| number.to_string()).collect();
        writeln!(out, "{} \\\\", cells.join(" & "))?;
    }
    writeln!(out, "\\bottomrule\n\\end{{tabular}}")
}

fn preamble(coloured: bool, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "% \\usepackage{{booktabs}}{}", if coloured { " \\usepackage{colortbl}" } else { "" })
}

fn entry(cell: Option<Nimber>, marked: &[u64]) -> String {
    /// Backgrounds of marked values, starting with the darkest on which black text is readable. Further values share the last.
    const GREYS: [&str; 4] = ["0.72", "0.80", "0.87", "0.93"];
    let Some(Nimber(value)) = cell else { return " --".to_owned() };
    let number = if value == 0 { "\\textbf{0}".to_owned() } else { value.to_string() };
    match marked.iter().position(|&mark| mark == value) {
        Some(place) => format!(" \\cellcolor[gray]{{{}}}{number}", GREYS[place.min(GREYS.len() - 1)]),
        None => format!(" {number}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_with_rules() {
        let columns = Columns::new(vec![("n", vec![0, 1]), ("y-x", vec![7, 5]), ("value", vec![3, 4])]);
        let mut file = Vec::new();
        latex_columns(&columns, &mut file).unwrap();
        assert_eq!(
            String::from_utf8(file).unwrap(),
            "% \\usepackage{booktabs}\n\\begin{tabular}{rrr}\n\\toprule\n$n$ & $y-x$ & value \\\\\n\\midrule\n\
             0 & 7 & 3 \\\\\n1 & 5 & 4 \\\\\n\\bottomrule\n\\end{tabular}\n"
        );
    }

    #[test]
    fn a_triangle_with_marks() {
        let mut table = Table::new(2, grundy::Element::U8);
        for (a, b, value) in [(0, 1, 1), (1, 0, 1), (1, 1, 0)] {
            table.set(a, b, value).unwrap();
        }
        let mut file = Vec::new();
        latex(&table, Layout::Triangle, &[1], &mut file).unwrap();
        let text = String::from_utf8(file).unwrap();
        assert!(
            text.contains("\n1 & & \\textbf{0} \\\\\n0 & -- & \\cellcolor[gray]{0.72}1 \\\\\n\\midrule\n"),
            "{text}"
        );
    }
}
