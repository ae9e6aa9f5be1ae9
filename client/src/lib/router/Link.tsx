import { type ComponentProps, type MouseEvent, useEffect } from "react";
import { useLocation, useNavigate } from "./hooks";
import { addressOf, encoded, resolve, type To } from "./paths";
import type { NavigateOptions } from "./router";

export interface LinkProps extends Omit<ComponentProps<"a">, "href">, NavigateOptions {
  to: To;
}

const isPlainClick = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent) =>
  button === 0 && !(metaKey || altKey || ctrlKey || shiftKey);

/** A link to a page of the site, which it shows without loading the site again. */
export function Link({ to, replace, state, preventScrollReset, onClick, ...rest }: LinkProps) {
  const location = useLocation();
  const navigate = useNavigate();
  const path = resolve(to, location);
  const href = addressOf(path);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const isHere = !rest.target || rest.target === "_self";
    if (event.defaultPrevented || !isHere || !isPlainClick(event)) return;
    event.preventDefault();
    // As in browsers, a link to the page itself makes no entry in the history.
    const isSame = addressOf(encoded(path)) === addressOf(location);
    void navigate(href, { replace: replace ?? isSame, state, preventScrollReset });
  };
  return <a {...rest} href={href} onClick={follow} />;
}

interface NavLinkProps extends LinkProps {
  /** Marks only the page itself, not those below its address. */
  end?: boolean;
}

/** A link in a menu, marked as current on its page and below. */
export function NavLink({ end = false, ...props }: NavLinkProps) {
  const location = useLocation();
  const here = location.pathname.toLowerCase();
  const there = encoded(resolve(props.to, location)).pathname.toLowerCase();
  const isCurrent =
    here === there || (!end && here.startsWith(`${there.replace(/\/$/, "")}/`) && there !== "/");
  return <Link aria-current={isCurrent ? "page" : undefined} {...props} />;
}

/** Goes to another page as soon as it is shown. */
export function Navigate({ to, replace }: Pick<LinkProps, "to" | "replace">) {
  const navigate = useNavigate();
  const location = useLocation();
  const href = addressOf(resolve(to, location));
  useEffect(() => void navigate(href, { replace }), [navigate, href, replace]);
  return null;
}
