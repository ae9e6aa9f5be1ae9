//! Settings that a public site should have otherwise.

use cluster::Tls;
use config::Config;

use super::finding::{Finding, Subject};

pub fn check(config: &Config) -> Vec<Finding> {
    const SUBJECT: Subject = Subject::Settings;
    let mut found = Vec::new();
    let is_here = url::Url::parse(&config.public_url).is_ok_and(|url| match url.host() {
        Some(url::Host::Domain(name)) => name == "localhost",
        Some(url::Host::Ipv4(address)) => address.is_loopback(),
        Some(url::Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    });
    if !is_here {
        if config.public_url.starts_with("http://") {
            found.push(Finding::broken(
                SUBJECT,
                "PUBLIC_URL без https: коды входа идут по сети открыто. Поставьте перед сервером прокси с TLS",
            ));
        }
        if config.demo {
            found.push(Finding::warn(
                SUBJECT,
                "Включена переменная DEMO: сайт сообщает, что торги на нём вымышленные. На настоящем сайте уберите её",
            ));
        }
        if config.roles.web && config.trusted_proxies.is_empty() && config.listen.ip().is_loopback()
        {
            found.push(Finding::broken(
                SUBJECT,
                "TRUSTED_PROXIES пуста: у всех посетителей адрес прокси и общие ограничения. Назовите прокси; на той же машине это \
                 127.0.0.1",
            ));
        }
        if config.roles.web && config.client_dir.is_none() {
            found.push(Finding::broken(
                SUBJECT,
                "CLIENT_DIR не задана: у сайта нет страниц. Назовите папку с собранным клиентом",
            ));
        }
    }
    if let Some(files) = config.node.as_ref().and_then(|node| node.tls.as_ref())
        && let Err(error) = Tls::load(&files.certificate, &files.key, &files.authority)
    {
        let words =
            "Сертификат узла не читается: проверьте NODE_TLS_CERT, NODE_TLS_KEY и NODE_TLS_CA";
        found.push(Finding::broken(SUBJECT, words).with(&error));
    }
    if found.is_empty() {
        found.push(Finding::ok(SUBJECT, "Без замечаний").with(&config.public_url));
    }
    found
}
