import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import field from "../Field/Field.module.css";
import { Icon } from "../Icon/Icon";

interface SearchInputProps {
  label: string;
  placeholder?: string;
  /** The current search, from the address. */
  value: string;
  /** Called a moment after the last key, and at once on Enter. */
  onSearch: (text: string) => void;
  className?: string;
}

const PAUSE_MS = 300;

/** A search field that follows the address without overwriting what the user types. */
export function SearchInput({ label, placeholder, value, onSearch, className }: SearchInputProps) {
  const [text, setText] = useState(value);
  const sent = useRef(value);

  // The address changed elsewhere (Back, a removed chip): show it. Text typed here is never overwritten.
  useEffect(() => {
    if (value !== sent.current) {
      sent.current = value;
      setText(value);
    }
  }, [value]);

  const send = (next: string) => {
    const trimmed = next.trim();
    if (trimmed === sent.current) return;
    sent.current = trimmed;
    onSearch(trimmed);
  };
  const later = useDebouncedCallback(send, PAUSE_MS);

  return (
    <search className={className}>
      <form
        onSubmit={(e) => {
          e.preventDefault();
          later.cancel();
          send(text);
        }}
      >
        <div className={field.box}>
          <span className={field.start}>
            <Icon name="search" />
          </span>
          <input
            className={field.input}
            type="search"
            aria-label={label}
            placeholder={placeholder}
            value={text}
            maxLength={200}
            enterKeyHint="search"
            onChange={(e) => {
              setText(e.currentTarget.value);
              later(e.currentTarget.value);
            }}
          />
        </div>
      </form>
    </search>
  );
}
