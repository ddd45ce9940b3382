import { cx } from '#src/shared/lib/cx.ts'

type PastRequest = {
  /** When it was made, as text. */
  asked: string
  reason: string
  /** When and how it was decided, as text. */
  decided: string
  note: string
}
type Props = { title: string; requests: readonly PastRequest[]; className?: string }

/** What a person asked for before, and what was decided, the oldest first. */
export const RequestHistory = ({ title, requests, className }: Props) => (
  <div className={cx('text-sm', className)}>
    <p className="font-medium text-ink">{title}</p>
    <ol aria-label={title} className="mt-2 flex flex-col gap-3 border-s-2 border-line ps-3">
      {requests.map(({ asked, reason, decided, note }) => (
        <li key={asked + reason}>
          <Line label={asked} text={reason} />
          <Line label={decided} text={note} />
        </li>
      ))}
    </ol>
  </div>
)

const Line = ({ label, text }: { label: string; text: string }) => (
  <>
    <p className="text-ink-muted">{label}</p>
    {text !== '' && (
      <p dir="auto" className="wrap-anywhere text-ink">
        {text}
      </p>
    )}
  </>
)
