import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RuledSubject } from '#contract/certificates/portal.ts'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { rulesQuery } from '../api/portal.queries.ts'
import { BulkSheet } from './BulkSheet.tsx'
import { RuleSheet } from './RuleSheet.tsx'
import { useRuleText } from './use-rule-text.ts'

interface Open {
  subject: RuledSubject
  view: 'rule' | 'bulk'
}

/** Courses and assessments with what their certificates take. */
export const RuleList = () => {
  const { t } = useTranslation('certificates/admin')
  const query = useQuery(rulesQuery())
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <ListStates
        rows={query.data?.subjects}
        query={query}
        texts={{
          loading: t('rules.loading'),
          failed: t('rules.failed'),
          empty: { title: t('rules.empty') },
        }}
        skeleton={{ rows: 5, className: 'h-20' }}
      >
        {(subjects) => (
          <ul aria-label={t('views.criteria')} className="flex flex-col gap-3">
            {subjects.map((subject) => (
              <RuleRow
                key={`${subject.kind}-${subject.subject_id}`}
                subject={subject}
                onOpen={(view) => setOpen({ subject, view })}
              />
            ))}
          </ul>
        )}
      </ListStates>
      {open?.view === 'rule' && query.data && (
        <RuleSheet subject={open.subject} rules={query.data} onClose={close} />
      )}
      {open?.view === 'bulk' && <BulkSheet subject={open.subject} onClose={close} />}
    </>
  )
}

type RowProps = { subject: RuledSubject; onOpen: (view: Open['view']) => void }

const RuleRow = ({ subject, onOpen }: RowProps) => {
  const { t } = useTranslation('certificates/admin')
  const text = useRuleText(subject)
  const { title, rule } = subject
  return (
    <li className="card flex flex-col gap-3 p-4 sm:flex-row sm:items-center sm:gap-5">
      <div className="min-w-0 flex-1">
        <h2 className="flex flex-wrap items-center gap-2 font-semibold text-ink">
          <bdi>{title}</bdi>
          {!rule.is_active && <Badge>{t('rules.off')}</Badge>}
        </h2>
        <p className="text-sm text-ink-muted">
          {rule.is_active ? text : t('rules.offText')}
          {subject.issued > 0 && ` · ${t('rules.issued', { count: subject.issued })}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="sm"
          aria-label={t('rules.editNamed', { title: isolated(title) })}
          onClick={() => onOpen('rule')}
        >
          {t('rules.edit')}
        </Button>
        {rule.is_active && (
          <Button
            variant="secondary"
            size="sm"
            aria-label={t('rules.bulkNamed', { title: isolated(title) })}
            onClick={() => onOpen('bulk')}
          >
            {t('rules.bulk')}
          </Button>
        )}
      </div>
    </li>
  )
}
