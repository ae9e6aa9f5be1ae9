import { Drawer as MantineDrawer, Modal as MantineModal } from "@mantine/core";
import { withMantine } from "../Mantine/Mantine";

export const Modal = withMantine(MantineModal);
export const Drawer = withMantine(MantineDrawer);
