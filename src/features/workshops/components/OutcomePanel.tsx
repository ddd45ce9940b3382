import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Outcome } from '#contract/workshops/public.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { StatusMark } from './StatusMark.tsx'

interface Props {
  outcome: Outcome
  email: string
  onAgain: () => void
}

/** What happened after the form was sent; the mail holds everything else. */
export const OutcomePanel = ({ outcome, email, onAgain }: Props) => {
  const { t } = useTranslation('workshops')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="flex flex-col items-start gap-4">
      <StatusMark status={outcome} />
      <div>
        <h2 ref={heading} tabIndex={-1} className="text-xl font-bold text-ink outline-none">
          {t(`done.${outcome}`)}
        </h2>
        <p role="status" className="mt-1 text-ink-muted wrap-anywhere">
          {t(`done.${outcome}Text`, { email: isolated(email) })}
        </p>
      </div>
      <Button variant="secondary" onClick={onAgain}>
        {t('done.again')}
      </Button>
    </section>
  )
}
