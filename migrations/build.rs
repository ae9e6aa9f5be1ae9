//! Rebuilds the crate when a migration is added: the macro notices only changes to files it has seen.

fn main() {
    println!("cargo:rerun-if-changed=.");
}
