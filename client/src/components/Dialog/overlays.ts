export { Drawer, Modal } from "@mantine/core";
