import { useQuery } from "@tanstack/react-query";
import { Button } from "@/components/Button/Button";
import { Icon } from "@/components/Icon/Icon";
import { Wait } from "@/components/Loaded/Loaded";
import { tellError, tellSuccess } from "@/components/Toast/toasts";
import type { SystemCheck, SystemNode, SystemReport } from "@/lib/api/types";
import { count, moscowSeconds } from "@/lib/format";
import { Block, Columns } from "@/staff/blocks/Block";
import { Remedy } from "@/staff/blocks/Remedy";
import { StaffPage } from "@/staff/blocks/StaffPage";
import { systemOptions, useTestLetter } from "../api/system";
import { CHECK_TONE, verdictOf } from "../model/system";
import css from "./admin.module.css";

/** Whether the machines and services of the site are well, and what to do first if not. */
export default function AdminSystem() {
  const query = useQuery(systemOptions());
  const { data, isFetching, refetch } = query;
  return (
    <StaffPage
      title="Система"
      note={data ? `Проверено в ${moscowSeconds(data.checked)} (МСК)` : "Проверка занимает несколько секунд"}
      actions={
        <Button
          size="xs"
          leftSection={<Icon name="rotate" />}
          data-pending={(isFetching && data !== undefined) || undefined}
          aria-disabled={isFetching}
          onClick={() => {
            if (!isFetching) void refetch();
          }}
        >
          Проверить снова
        </Button>
      }
    >
      {data ? <Report report={data} /> : <Wait query={query} h={440} />}
    </StaffPage>
  );
}

function Report({ report: { checks, versions, nodes } }: { report: SystemReport }) {
  const verdict = verdictOf(checks);
  const faults = checks.filter(({ state }) => state !== "ok");
  const sound = checks.filter(({ state }) => state === "ok");
  return (
    <>
      <div className={css.verdict} data-tone={verdict.tone} role="status">
        <Icon name={verdict.tone === "ok" ? "check" : "warn"} />
        <div>
          <p>{verdict.title}</p>
          {verdict.first && <p className={css.verdictFirst}>{verdict.first}</p>}
        </div>
      </div>
      <Columns
        main={
          <>
            {faults.length > 0 && (
              <Block title="Требует внимания">
                <Checks checks={faults} />
              </Block>
            )}
            {sound.length > 0 && (
              <Block title="В порядке">
                <Checks checks={sound} />
              </Block>
            )}
          </>
        }
        side={
          <>
            <Block title="Версии">
              <ul className={css.rows}>
                {versions.map(({ name, version }) => (
                  <li key={name}>
                    <span>{name}</span>
                    <span className="num">{version ?? "не отвечает"}</span>
                  </li>
                ))}
              </ul>
            </Block>
            {nodes.length > 0 && <Nodes nodes={nodes} />}
          </>
        }
      />
    </>
  );
}

function Checks({ checks }: { checks: readonly SystemCheck[] }) {
  return (
    <ul>
      {checks.map(({ name, title, state, text }) => (
        <Remedy key={`${name} ${text}`} tone={CHECK_TONE[state]} title={title} note={text}>
          {name === "mail" && <TestLetter />}
        </Remedy>
      ))}
    </ul>
  );
}

function TestLetter() {
  const { mutate, isPending } = useTestLetter();
  return (
    <Button
      size="xs"
      data-pending={isPending || undefined}
      aria-disabled={isPending}
      onClick={() => {
        if (isPending) return;
        mutate(undefined, {
          onSuccess: ({ state, text }) => (state === "ok" ? tellSuccess(text) : tellError(text)),
        });
      }}
    >
      Послать себе письмо
    </Button>
  );
}

const ROOM = ["зал", "зала", "залов"] as const;

function Nodes({ nodes }: { nodes: readonly SystemNode[] }) {
  return (
    <Block title="Узлы">
      <ul className={css.rows}>
        {nodes.map(({ name, isAlive, seen, rooms, clockSkewMs }) => (
          <li key={name}>
            <span>
              <span className="num">{name}</span>
              <small>
                {isAlive ? "Работает" : `Молчит с ${moscowSeconds(seen)}`}
                {isAlive && clockSkewMs !== null && ` · часы ${signed(clockSkewMs)} мс`}
              </small>
            </span>
            <span className="num">{count(rooms, ROOM)}</span>
          </li>
        ))}
      </ul>
    </Block>
  );
}

/** «+12», «−4», «0». */
const signed = (ms: number) => (ms > 0 ? `+${ms}` : String(ms).replace("-", "−"));
