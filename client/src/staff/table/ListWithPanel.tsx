import { useMediaQuery } from "@mantine/hooks";
import type { ReactNode } from "react";
import { SideDialog } from "@/components/Dialog/Dialog";
import { IconButton } from "@/components/IconButton/IconButton";
import css from "./panel.module.css";

interface ListWithPanelProps {
  list: ReactNode;
  /** What is open of the list: beside it on a wide screen, over it on others. */
  panel: { title: string; note?: ReactNode; content: ReactNode } | null;
  /** Both sides of a change need more room than a form. */
  roomy?: boolean;
  onClose: () => void;
}

export function ListWithPanel({ list, panel, roomy = false, onClose }: ListWithPanelProps) {
  const wide = useMediaQuery("(width > 77.5em)", true);
  return (
    <div
      className={css.listPanel}
      data-open={(wide && panel !== null) || undefined}
      data-roomy={roomy || undefined}
    >
      <div className={css.list}>{list}</div>
      {wide
        ? panel && (
            <section className={css.panel} aria-label={panel.title}>
              <div className={css.panelHead}>
                <h2>{panel.title}</h2>
                <IconButton icon="x" label="Закрыть" onClick={onClose} />
              </div>
              {panel.note && <p className="caption">{panel.note}</p>}
              {panel.content}
            </section>
          )
        : panel && (
            <SideDialog
              opened
              onClose={onClose}
              title={panel.title}
              position="right"
              size={roomy ? 640 : 440}
            >
              {panel.note && <p className="caption">{panel.note}</p>}
              <div className={css.panelBody}>{panel.content}</div>
            </SideDialog>
          )}
    </div>
  );
}
