import { ActionIcon } from "@mantine/core";
import { Link } from "react-router";
import { Icon } from "@/components/Icon/Icon";
import { helpUrl, type Topic } from "./topics";

/** The «?» of a page: opens the guide at its heading in a new tab, so that nothing on the page is lost. */
export function HelpLink({ topic, label }: { topic: Topic; label: string }) {
  return (
    <ActionIcon
      component={Link}
      to={helpUrl(topic)}
      target="_blank"
      aria-label={`${label}, откроется в новой вкладке`}
      title={label}
    >
      <Icon name="help" />
    </ActionIcon>
  );
}
