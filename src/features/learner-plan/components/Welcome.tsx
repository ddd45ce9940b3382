import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DailyMinutes, Purpose } from '#contract/learner-plan/learner-plan.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { useCloseWelcome, useSavePlan } from '../api/learner-plan.queries.ts'
import { InterestsField, MinutesField, PurposeField } from './PlanFields.tsx'

const STEPS = ['purpose', 'minutes', 'interests'] as const

type Props = {
  /** The goal and the recommendations follow from the answers. */
  onSaved: () => void
}

/** Three short questions on the first day. Skipping keeps what was answered so far. */
export const Welcome = ({ onSaved }: Props) => {
  const { t } = useTranslation('learner-plan')
  const notify = useNotify()
  const save = useSavePlan()
  const close = useCloseWelcome()
  const [position, setPosition] = useState(0)
  const [purpose, setPurpose] = useState<Purpose | null>(null)
  const [minutes, setMinutes] = useState<DailyMinutes | null>(null)
  const [interests, setInterests] = useState<readonly string[]>([])
  const question = useFocusAfterMove(position)
  const step = STEPS[position] ?? 'purpose'
  const answers = { purpose, interests: [...interests], daily_minutes: minutes }
  const isLast = position === STEPS.length - 1
  const finish = () =>
    save.mutate(answers, {
      onSuccess: onSaved,
      onError: (error) => notify({ kind: 'error', title: errorText(error, t('failed')) }),
    })
  const skip = () => {
    save.mutate(answers, { onSuccess: onSaved })
    close()
  }
  return (
    <Card as="section" className="mx-auto w-full max-w-2xl" aria-labelledby="welcome-question">
      <StepDots position={position} />
      <h2
        ref={question}
        id="welcome-question"
        tabIndex={-1}
        className="mt-4 text-xl font-bold text-ink sm:text-2xl"
      >
        {t(`${step}.question`)}
      </h2>
      <p className="mt-1 text-ink-muted">{t(`${step}.hint`)}</p>
      <div role="group" aria-labelledby="welcome-question" className="mt-5 min-h-88 sm:min-h-52">
        {step === 'purpose' && <PurposeField value={purpose} onChange={setPurpose} />}
        {step === 'minutes' && <MinutesField value={minutes} onChange={setMinutes} />}
        {step === 'interests' && <InterestsField value={interests} onChange={setInterests} />}
      </div>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-3">
        {/* The last question takes no answer as well. */}
        {!isLast && (
          <Button variant="ghost" onClick={skip}>
            {t('skip')}
          </Button>
        )}
        <div className="ms-auto flex flex-wrap justify-end gap-3">
          {position > 0 && (
            <Button variant="secondary" onClick={() => setPosition(position - 1)}>
              {t('back')}
            </Button>
          )}
          <Button pending={save.isPending} onClick={isLast ? finish : () => setPosition(position + 1)}>
            {t(isLast ? 'finish' : 'next')}
          </Button>
        </div>
      </div>
    </Card>
  )
}

/** Moves the focus to the new question, never on the first render. */
const useFocusAfterMove = (position: number) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(position)
  useEffect(() => {
    if (shown.current !== position) heading.current?.focus()
    shown.current = position
  }, [position])
  return heading
}

const StepDots = ({ position }: { position: number }) => {
  const { t } = useTranslation('learner-plan')
  return (
    <div className="flex items-center gap-3">
      <div aria-hidden="true" className="flex flex-1 gap-1.5">
        {STEPS.map((step, index) => (
          <span
            key={step}
            className={cx('h-1.5 flex-1 rounded-full', index <= position ? 'bg-primary' : 'bg-line')}
          />
        ))}
      </div>
      <p className="text-sm text-ink-muted">{t('step', { step: position + 1, count: STEPS.length })}</p>
    </div>
  )
}
