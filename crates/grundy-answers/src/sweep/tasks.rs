use super::plan::{Outline, PlanError};
use super::written::Written;
use grundy::InputError;

/// A task: a plan with a name. Its grid has the defaults of its parameters.
#[derive(Debug)]
pub struct Task {
    /// Its name.
    pub name: &'static str,
    /// The plan, in TOML.
    pub plan: &'static str,
}

/// The tasks.
pub const TASKS: &[Task] = &[
    Task { name: "gurvich-theorem-1", plan: include_str!("tasks/gurvich-theorem-1.toml") },
    Task { name: "r-wythoff-constants", plan: include_str!("tasks/r-wythoff-constants.toml") },
    Task { name: "row-period", plan: include_str!("tasks/row-period.toml") },
    Task { name: "sharing-nim-spreads", plan: include_str!("tasks/sharing-nim-spreads.toml") },
    Task { name: "octal-periods", plan: include_str!("tasks/octal-periods.toml") },
    Task { name: "audit", plan: include_str!("tasks/audit.toml") },
];

impl Task {
    /// The task of this name.
    pub fn find(name: &str) -> Result<&'static Self, InputError> {
        TASKS.iter().find(|task| task.name == name).ok_or_else(|| {
            let names: Vec<&str> = TASKS.iter().map(|task| task.name).collect();
            InputError::whole(format!("unknown task `{name}`")).hint(format!(
                "the tasks are {}; a plan with `question` asks anything else",
                names.join(", ")
            ))
        })
    }

    /// The question of the task, its arguments and its parameters.
    ///
    /// # Errors
    /// Never: the tests read every task.
    pub fn outline(&self) -> Result<Outline, PlanError> {
        let written = Written::parse(self.plan).map_err(PlanError::whole)?;
        let outline = Outline::of_question(&written.keys)?;
        Ok(Outline { name: self.name.to_owned(), is_task: true, ..outline })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_task_is_a_plan_that_describes_its_parameters() {
        for task in TASKS {
            let outline = task.outline().unwrap();
            let described: Vec<&str> =
                outline.declared.iter().map(|declared| declared.name.as_str()).collect();
            for name in outline.placeholders() {
                assert!(described.contains(&name), "{}: {name}", task.name);
            }
            for declared in &outline.declared {
                assert!(outline.placeholders().any(|name| name == declared.name), "{}", declared.name);
                assert!(!declared.means.is_empty());
            }
            assert!(!outline.asks.is_empty());
        }
    }
}
