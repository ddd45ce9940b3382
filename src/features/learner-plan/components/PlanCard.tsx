import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LearnerPlan } from '#contract/learner-plan/learner-plan.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { planQuery, useSavePlan } from '../api/learner-plan.queries.ts'
import { InterestsField, PurposeField } from './PlanFields.tsx'

/** What somebody learns for and about, and how to change it; the goal of the week has its own card. */
export const PlanCard = ({ onSaved }: { onSaved: () => void }) => {
  const { t } = useTranslation('learner-plan')
  const plan = useQuery(planQuery())
  const [isEditing, setIsEditing] = useState(false)
  if (plan.isError && !plan.data) return null
  return (
    <section aria-labelledby="progress-plan">
      <Card>
        <h2 id="progress-plan" className="mb-3 font-semibold text-ink">
          {t('plan.title')}
        </h2>
        {!plan.data ? (
          <Skeleton className="h-28 w-full" />
        ) : isEditing ? (
          <PlanForm plan={plan.data} onClose={() => setIsEditing(false)} onSaved={onSaved} />
        ) : (
          <Answers plan={plan.data} onEdit={() => setIsEditing(true)} />
        )}
      </Card>
    </section>
  )
}

const Answers = ({ plan, onEdit }: { plan: LearnerPlan; onEdit: () => void }) => {
  const { t } = useTranslation('learner-plan')
  return (
    <>
      <dl className="flex flex-col gap-3">
        <div>
          <dt className="text-sm text-ink-muted">{t('plan.purpose')}</dt>
          <dd className="font-medium text-ink">
            {plan.purpose ? t(`purpose.${plan.purpose}`) : t('plan.notSet')}
          </dd>
        </div>
        <div>
          <dt className="text-sm text-ink-muted">{t('plan.interests')}</dt>
          <dd className="mt-1 flex flex-wrap gap-1.5 font-medium text-ink">
            {plan.interests.length === 0
              ? t('plan.notSet')
              : plan.interests.map((interest) => (
                  <Badge key={interest} tone="primary">
                    <bdi>{interest}</bdi>
                  </Badge>
                ))}
          </dd>
        </div>
      </dl>
      <Button size="sm" variant="secondary" className="mt-4" onClick={onEdit}>
        {t('plan.change')}
      </Button>
    </>
  )
}

type FormProps = { plan: LearnerPlan; onClose: () => void; onSaved: () => void }

const PlanForm = ({ plan, onClose, onSaved }: FormProps) => {
  const { t } = useTranslation('learner-plan')
  const notify = useNotify()
  const save = useSavePlan()
  const [purpose, setPurpose] = useState(plan.purpose)
  const [interests, setInterests] = useState<readonly string[]>(plan.interests)
  const submit = () =>
    save.mutate(
      { purpose, interests: [...interests] },
      {
        onSuccess: () => {
          onSaved()
          onClose()
        },
        onError: (error) => notify({ kind: 'error', title: errorText(error, t('failed')) }),
      },
    )
  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <fieldset className="@container min-w-0">
        <legend className="mb-2 text-sm font-medium text-ink">{t('purpose.question')}</legend>
        <PurposeField value={purpose} onChange={setPurpose} />
      </fieldset>
      <fieldset className="min-w-0">
        <legend className="mb-2 text-sm font-medium text-ink">{t('interests.question')}</legend>
        <InterestsField value={interests} onChange={setInterests} />
      </fieldset>
      <div className="flex gap-3">
        <Button type="submit" pending={save.isPending}>
          {t('plan.save')}
        </Button>
        <Button variant="ghost" onClick={onClose}>
          {t('plan.cancel')}
        </Button>
      </div>
    </form>
  )
}
