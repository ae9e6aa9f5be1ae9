import { IconButton } from "@/components/IconButton/IconButton";
import { helpUrl, type Topic } from "./topics";

/** The «?» of a page: opens the guide at its heading in a new tab, so that nothing on the page is lost. */
export function HelpLink({ topic, label }: { topic: Topic; label: string }) {
  return (
    <IconButton
      icon="help"
      to={helpUrl(topic)}
      target="_blank"
      label={`${label}, откроется в новой вкладке`}
      title={label}
    />
  );
}
