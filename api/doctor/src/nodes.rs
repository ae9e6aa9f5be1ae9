//! The nodes of a site that has several.

use std::time::Duration;

use config::Config;
use sqlx::PgPool;

use super::finding::{Finding, Subject, counted, said};

/// A larger difference of the clocks shows in what people see: ends of lots come from nodes, dates from the database.
pub const SKEW_LIMIT: Duration = Duration::from_secs(1);

/// A node as the database knows it.
#[derive(Debug, Clone, PartialEq)]
pub struct NodeState {
    /// The beginning of its id, which is new at every start.
    pub name: String,
    pub is_alive: bool,
    /// Some living node, itself included, does not get through to its address.
    pub is_unreached: bool,
    pub seen_s: f64,
    /// Live rooms that it has.
    pub rooms: i64,
    /// By how much its clock is ahead of the database's.
    pub skew_s: Option<f64>,
}

/// The nodes that were alive within a day, without those that another process has replaced at their address. Empty if the site
/// has one node.
pub async fn all(pool: &PgPool, config: &Config) -> sqlx::Result<Vec<NodeState>> {
    if config.node.is_none() {
        return Ok(Vec::new());
    }
    sqlx::query_as!(
        NodeState,
        r#"select left(id::text, 8) as "name!", seen >= now() - make_interval(secs => $1) as "is_alive!",
            exists (
                select from node asking
                where node.id = any(asking.cannot_reach) and asking.seen >= now() - make_interval(secs => $1)
            ) as "is_unreached!",
            extract(epoch from now() - seen)::float8 as "seen_s!",
            (select count(*) from catalog_trade where owner = node.id and state in (0, 1, 5)) as "rooms!",
            extract(epoch from clock - seen)::float8 as skew_s
         from node
         where not exists (select from node other where other.address = node.address and other.seen > node.seen)
         order by id"#,
        room_server::journal::owners::SILENT_AFTER.as_secs_f64(),
    )
    .fetch_all(pool)
    .await
}

pub async fn check(pool: &PgPool, config: &Config) -> anyhow::Result<Vec<Finding>> {
    Ok(found(&all(pool, config).await?))
}

fn found(nodes: &[NodeState]) -> Vec<Finding> {
    const SUBJECT: Subject = Subject::Nodes;
    if nodes.is_empty() {
        return Vec::new();
    }
    let mut found = Vec::new();
    for node in nodes {
        let name = &node.name;
        if !node.is_alive {
            let since = Duration::try_from_secs_f64(node.seen_s).unwrap_or_default();
            found.push(Finding::warn(
                SUBJECT,
                format!(
                    "Узел {name} молчит {}. Его залы перешли к другим. Запустите его; если его больше нет, замечание через день \
                     исчезнет само",
                    said(since)
                ),
            ));
            continue;
        }
        if node.is_unreached {
            found.push(Finding::broken(
                SUBJECT,
                format!(
                    "Узел {name} недоступен другим узлам по NODE_ADDRESS. Проверьте адрес, сертификаты и сетевой экран между узлами"
                ),
            ));
        }
        if let Some(skew) = node.skew_s
            && skew.abs() > SKEW_LIMIT.as_secs_f64()
        {
            found.push(Finding::broken(
                SUBJECT,
                format!(
                    "Часы узла {name} расходятся с часами базы на {} с. Сверьте часы машин (chrony, systemd-timesyncd)",
                    format!("{:.1}", skew.abs()).replace('.', ",")
                ),
            ));
        }
    }
    if found.is_empty() {
        let nodes = nodes.len() as i64;
        let text = counted(nodes, "узел работает", "узла работают", "узлов работают");
        found.push(Finding::ok(SUBJECT, text));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::State;

    fn node(is_alive: bool, seen_s: f64, skew_s: Option<f64>) -> NodeState {
        NodeState {
            name: "0a1b2c3d".to_owned(),
            is_alive,
            is_unreached: false,
            seen_s,
            rooms: 3,
            skew_s,
        }
    }

    #[test]
    fn silent_nodes_and_clocks_that_differ_are_found() {
        let unreached = NodeState {
            is_unreached: true,
            ..node(true, 0.2, Some(2.0))
        };
        let cases: [(&[NodeState], &[State]); 6] = [
            (&[unreached], &[State::Broken, State::Broken]),
            (&[], &[]),
            (
                &[node(true, 0.2, Some(-0.9)), node(true, 1.0, None)],
                &[State::Ok],
            ),
            (&[node(true, 0.2, Some(-1.1))], &[State::Broken]),
            (&[node(true, 0.2, Some(1.1))], &[State::Broken]),
            // What its clock showed then says nothing.
            (
                &[node(false, 300.0, Some(60.0)), node(true, 0.1, None)],
                &[State::Warn],
            ),
        ];
        for (nodes, states) in cases {
            let found = found(nodes);
            let found: Vec<_> = found.iter().map(|finding| finding.state).collect();
            assert_eq!(found, states, "{nodes:?}");
        }
    }
}
