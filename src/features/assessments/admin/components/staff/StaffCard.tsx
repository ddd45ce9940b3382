import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AssessmentStaff, StaffPerson } from '#contract/assessments/admin/staff.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { staffQuery, useStaffChange, type StaffChange } from '../../api/staff.queries.ts'
import { StaffPicker } from './StaffPicker.tsx'

type Line = { person: StaffPerson; isOwner: boolean }
const linesOf = ({ owner, staff }: AssessmentStaff): Line[] => [
  ...(owner ? [{ person: owner, isOwner: true }] : []),
  ...staff.map((person) => ({ person, isOwner: false })),
]

/** Who works on the assessment; its owner and admins add and remove people here. */
export const StaffCard = ({ assessmentId }: { assessmentId: number }) => {
  const { t } = useTranslation('assessments/admin/authoring')
  const staff = useQuery(staffQuery(assessmentId))
  const change = useStaffChange(assessmentId)
  const [isPicking, setIsPicking] = useState(false)
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="text-lg font-semibold text-ink">{t('staff.title')}</h2>
          <p className="max-w-reading text-sm text-ink-muted">{t('staff.text')}</p>
        </div>
        {staff.data?.may_assign && (
          <Button size="sm" variant="secondary" onClick={() => setIsPicking(true)}>
            {t('staff.add')}
          </Button>
        )}
      </div>
      <ListStates
        rows={staff.data && linesOf(staff.data)}
        query={staff}
        texts={{
          loading: t('staff.loading'),
          failed: t('staff.failed'),
          empty: { title: t('staff.empty'), text: t('staff.emptyText') },
        }}
        skeleton={{ rows: 2, className: 'h-12' }}
      >
        {(lines) => (
          <ul className="flex flex-col divide-y divide-line">
            {lines.map((line) => (
              <StaffLine
                key={line.person.id}
                line={line}
                rights={staff.data}
                isPending={change.isPending}
                onChange={(kind) => change.mutate({ kind, userId: line.person.id })}
              />
            ))}
          </ul>
        )}
      </ListStates>
      {change.isError && <Alert kind="error" title={errorText(change.error, t('notSaved'))} />}
      {isPicking && (
        <StaffPicker
          assessmentId={assessmentId}
          isPending={change.isPending}
          error={change.error}
          onAdd={(userId) => change.mutate({ kind: 'add', userId })}
          onClose={() => setIsPicking(false)}
        />
      )}
    </Card>
  )
}

type LineProps = {
  line: Line
  rights: AssessmentStaff | undefined
  isPending: boolean
  onChange: (kind: StaffChange['kind']) => void
}

const StaffLine = (props: LineProps) => {
  const { person, isOwner } = props.line
  const { t } = useTranslation('assessments/admin/authoring')
  const { name } = person
  return (
    <li className="flex flex-wrap items-center gap-3 py-2">
      <span className="min-w-0 flex-1 basis-40">
        <span className="flex font-medium text-ink">
          <bdi className="truncate">{name}</bdi>
        </span>
        {person.email !== null && (
          <span className="flex text-sm text-ink-muted">
            <bdi className="truncate">{person.email}</bdi>
          </span>
        )}
      </span>
      {isOwner ? <Badge tone="info">{t('staff.owner')}</Badge> : <StaffActions {...props} />}
    </li>
  )
}

/** They stay together where they do not fit beside the name. */
const StaffActions = ({ line: { person }, rights, isPending, onChange }: LineProps) => {
  const { t } = useTranslation('assessments/admin/authoring')
  const { name } = person
  if (!rights?.may_set_owner && !rights?.may_assign) return null
  return (
    <span className="flex flex-wrap gap-2">
      {rights.may_set_owner && (
        <Button
          size="sm"
          variant="ghost"
          disabled={isPending}
          aria-label={t('staff.makeOwnerOf', { name })}
          onClick={() => onChange('own')}
        >
          {t('staff.makeOwner')}
        </Button>
      )}
      {rights.may_assign && (
        <Button
          size="sm"
          variant="secondary"
          disabled={isPending}
          aria-label={t('staff.removeThis', { name })}
          onClick={() => onChange('remove')}
        >
          {t('staff.remove')}
        </Button>
      )}
    </span>
  )
}
