import { Input } from "@mantine/core";
import { RichTextEditor } from "@mantine/tiptap";
import "@mantine/tiptap/styles.layer.css";
import { useEditor } from "@tiptap/react";
import { useEffect, useId, useRef } from "react";
import { EXTENSIONS, plainHtml } from "./richNodes";
import css from "./richText.module.css";

interface RichTextFieldProps {
  label: string;
  /** The field's name in its form, by which an address leads to it. */
  name?: string;
  description?: string;
  /** HTML as stored; the server cleans it again when it is saved. */
  value: string;
  onChange: (html: string) => void;
  error?: React.ReactNode;
  /** Lines of room before it grows. */
  rows?: number;
}

const LABELS = {
  boldControlLabel: "Полужирный",
  italicControlLabel: "Курсив",
  bulletListControlLabel: "Список",
  orderedListControlLabel: "Нумерованный список",
  linkControlLabel: "Ссылка",
  linkEditorInputLabel: "Адрес ссылки",
  linkEditorInputPlaceholder: "https://example.org/",
  linkEditorExternalLink: "Открыть в новой вкладке",
  linkEditorInternalLink: "Открыть в этой вкладке",
  linkEditorSave: "Сохранить",
  unlinkControlLabel: "Убрать ссылку",
  undoControlLabel: "Отменить правку",
  redoControlLabel: "Вернуть правку",
} as const;

/** What an empty editor holds. */
const EMPTY = "<p></p>";

/**
 * Text with paragraphs, emphasis, lists and links. What else the server lets through, pictures and tables among it, is kept as
 * it is; texts within it can be changed.
 */
export function RichTextField({
  label,
  name,
  description,
  value,
  onChange,
  error,
  rows = 5,
}: RichTextFieldProps) {
  const id = useId();
  /** The value that the editor shows. It writes the same text in its own way, which does not count as a change. */
  const shown = useRef(value);
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: value,
    editorProps: {
      attributes: {
        "aria-labelledby": id,
        role: "textbox",
        "aria-multiline": "true",
        ...(name ? { "data-path": name } : {}),
      },
    },
    onUpdate: ({ editor: written }) => {
      const html = written.getHTML();
      shown.current = html === EMPTY ? "" : plainHtml(html);
      onChange(shown.current);
    },
  });
  // A value from elsewhere: the form was reset, or another person's change was taken over.
  useEffect(() => {
    if (!editor || value === shown.current) return;
    shown.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id, className: css.label }}
      description={description}
      error={error}
      className={css.field}
      style={{ "--rows": rows }}
    >
      <RichTextEditor editor={editor} labels={LABELS} classNames={css}>
        <RichTextEditor.Toolbar>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Bold />
            <RichTextEditor.Italic />
            <RichTextEditor.BulletList />
            <RichTextEditor.OrderedList />
            <RichTextEditor.Link />
            <RichTextEditor.Unlink />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Undo />
            <RichTextEditor.Redo />
          </RichTextEditor.ControlsGroup>
        </RichTextEditor.Toolbar>
        <RichTextEditor.Content />
      </RichTextEditor>
    </Input.Wrapper>
  );
}
