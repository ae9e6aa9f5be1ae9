//! TLS between nodes, by which both sides prove that the site's authority signed their certificates.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use rustls::{
    ClientConfig, RootCertStore, ServerConfig,
    pki_types::{
        CertificateDer, PrivateKeyDer,
        pem::{self, PemObject as _},
    },
    server::{VerifierBuilderError, WebPkiClientVerifier},
};

/// HTTP/2, the only protocol between nodes.
const PROTOCOL: &[u8] = b"h2";

/// Both sides of a node. A provider of cryptography must be installed before it is loaded.
#[derive(Clone)]
pub struct Tls {
    client: ClientConfig,
    server: ServerConfig,
}

/// Why the files are of no use.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    #[error("NODE_TLS_CERT: cannot read a certificate in PEM from {0}: {1}")]
    Certificate(PathBuf, pem::Error),
    #[error("NODE_TLS_KEY: cannot read a private key in PEM from {0}: {1}")]
    Key(PathBuf, pem::Error),
    #[error("NODE_TLS_CA: cannot read a certificate in PEM from {0}: {1}")]
    Authority(PathBuf, pem::Error),
    #[error("NODE_TLS_CA: {0}")]
    NoAuthority(#[from] VerifierBuilderError),
    #[error("NODE_TLS_CERT and NODE_TLS_KEY: {0}")]
    Mismatch(#[from] rustls::Error),
}

impl Tls {
    /// Reads this node's certificate, its key, and the authority of all nodes.
    pub fn load(certificate: &Path, key: &Path, authority: &Path) -> Result<Self, TlsError> {
        let chain = certificates(certificate)
            .map_err(|error| TlsError::Certificate(certificate.to_owned(), error))?;
        let key = PrivateKeyDer::from_pem_file(key)
            .map_err(|error| TlsError::Key(key.to_owned(), error))?;
        let mut roots = RootCertStore::empty();
        for root in certificates(authority)
            .map_err(|error| TlsError::Authority(authority.to_owned(), error))?
        {
            roots.add(root)?;
        }
        let roots = Arc::new(roots);
        let mut client = ClientConfig::builder()
            .with_root_certificates(roots.clone())
            .with_client_auth_cert(chain.clone(), key.clone_key())?;
        client.alpn_protocols = vec![PROTOCOL.to_vec()];
        let verifier = WebPkiClientVerifier::builder(roots).build()?;
        let mut server = ServerConfig::builder()
            .with_client_cert_verifier(verifier)
            .with_single_cert(chain, key)?;
        server.alpn_protocols = vec![PROTOCOL.to_vec()];
        Ok(Self { client, server })
    }

    /// Connects to nodes of the site alone.
    pub fn client(&self) -> ClientConfig {
        self.client.clone()
    }

    /// Accepts nodes of the site alone.
    pub fn server(&self) -> ServerConfig {
        self.server.clone()
    }
}

fn certificates(file: &Path) -> Result<Vec<CertificateDer<'static>>, pem::Error> {
    let found: Vec<_> = CertificateDer::pem_file_iter(file)?.collect::<Result<_, _>>()?;
    if found.is_empty() {
        return Err(pem::Error::NoItemsFound);
    }
    Ok(found)
}
