import Check from 'lucide-react/icons/check'
import Hourglass from 'lucide-react/icons/hourglass'
import Mail from 'lucide-react/icons/mail'
import Ticket from 'lucide-react/icons/ticket'
import X from 'lucide-react/icons/x'
import type { Outcome } from '#contract/workshops/public.ts'
import type { RegistrationStatus } from '#contract/workshops/shapes.ts'
import { cx } from '#src/shared/lib/cx.ts'

const MARKS = {
  confirmed: [Check, 'bg-success-soft text-success-text'],
  attended: [Check, 'bg-success-soft text-success-text'],
  check_mail: [Mail, 'bg-info-soft text-info-text'],
  registered: [Mail, 'bg-info-soft text-info-text'],
  offered: [Ticket, 'bg-success-soft text-success-text'],
  waiting: [Hourglass, 'bg-warning-soft text-warning-text'],
  no_show: [X, 'bg-surface-sunken text-ink-muted'],
  cancelled: [X, 'bg-surface-sunken text-ink-muted'],
} as const

/** A large round sign above a result. */
export const StatusMark = ({ status }: { status: RegistrationStatus | Outcome }) => {
  const [Icon, colours] = MARKS[status]
  return (
    <span className={cx('appear grid size-14 place-items-center rounded-full', colours)}>
      <Icon aria-hidden="true" size={28} />
    </span>
  )
}
