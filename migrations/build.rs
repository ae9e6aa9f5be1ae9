//! Rebuilds the crate when a file is added here: the macro notices only changes of files it has seen.

fn main() {
    println!("cargo:rerun-if-changed=.");
}
