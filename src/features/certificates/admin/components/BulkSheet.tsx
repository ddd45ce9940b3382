import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { BulkRow, RuledSubject } from '#contract/certificates/portal.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatNumber } from '#src/shared/lib/format.ts'
import { Progress } from '#src/shared/ui/feedback/Progress.tsx'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Sheet } from '#src/shared/ui/overlays/Dialog.tsx'
import { bulkQuery, useIssueBulk } from '../api/portal.queries.ts'

const gets = ({ verdict }: BulkRow) => verdict === 'gets' || verdict === 'renews'

/** A dry run first: who gets a certificate, who does not, and why. Nothing is issued before the button is pressed. */
export const BulkSheet = ({ subject, onClose }: { subject: RuledSubject; onClose: () => void }) => {
  const { t } = useTranslation('certificates/admin')
  const notify = useNotify()
  const language = useLanguage()
  const of = { kind: subject.kind, subjectId: subject.subject_id }
  const query = useQuery(bulkQuery(of))
  const issue = useIssueBulk(of)
  const due = query.data?.rows.filter(gets) ?? []
  const send = () =>
    issue.mutate(
      due.map(({ person }) => person.id),
      {
        onSuccess: ({ issued }) => {
          notify({ kind: 'success', title: t('bulk.done', { count: issued }) })
          onClose()
        },
      },
    )
  return (
    <Sheet
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('bulk.title')}
      description={<bdi>{subject.title}</bdi>}
      closeLabel={t('change.cancel')}
      actions={
        due.length > 0 && (
          <Button pending={issue.isPending} onClick={send}>
            {t('bulk.issue', { count: due.length })}
          </Button>
        )
      }
    >
      {issue.isError && (
        <Alert kind="error" className="mb-4">
          {errorText(issue.error, t('change.failed'))}
        </Alert>
      )}
      {issue.isPending && (
        <Progress
          className="mb-4"
          value={(issue.done / issue.variables.length) * 100}
          label={t('bulk.title')}
          valueText={t('bulk.progress', {
            done: formatNumber(issue.done, language),
            total: formatNumber(issue.variables.length, language),
          })}
        />
      )}
      <ListStates
        rows={query.data?.rows}
        query={query}
        texts={{ loading: t('bulk.loading'), failed: t('bulk.failed'), empty: { title: t('bulk.empty') } }}
        skeleton={{ rows: 5, className: 'h-14' }}
      >
        {(rows) => <DryRun rows={rows} />}
      </ListStates>
    </Sheet>
  )
}

const DryRun = ({ rows }: { rows: readonly BulkRow[] }) => {
  const { t } = useTranslation('certificates/admin')
  return (
    // A long list scrolls in the sheet and has nothing to press: the keyboard needs a place to scroll from.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section aria-label={t('bulk.title')} tabIndex={0} className="flex flex-col gap-6 rounded-lg">
      <Group name="gets" rows={rows.filter(gets)} />
      <Group name="missing" rows={rows.filter(({ verdict }) => verdict === 'missing')} />
      <Group name="rest" rows={rows.filter(({ verdict }) => verdict === 'has' || verdict === 'revoked')} />
    </section>
  )
}

const Group = ({ name, rows }: { name: 'gets' | 'missing' | 'rest'; rows: readonly BulkRow[] }) => {
  const { t } = useTranslation('certificates/admin')
  if (rows.length === 0) return null
  return (
    <section aria-labelledby={`bulk-${name}`}>
      <h3 id={`bulk-${name}`} className="font-semibold text-ink">
        {t(`bulk.groups.${name}`, { count: rows.length })}
      </h3>
      <ul className="mt-2 flex flex-col divide-y divide-line">
        {rows.map((row) => (
          <li key={row.person.id} className="py-2.5 text-sm">
            <bdi className="block font-medium text-ink">{row.name}</bdi>
            <span className="text-ink-muted">{reasonOf(row, t)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const reasonOf = (row: BulkRow, t: (key: string) => string): string => {
  if (row.verdict === 'missing') return row.missing.map((kind) => t(`bulk.missing.${kind}`)).join(' · ')
  if (row.verdict === 'gets' && !row.is_name_confirmed) return t('bulk.accountName')
  return t(`bulk.verdicts.${row.verdict}`)
}
