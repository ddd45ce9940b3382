import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { auditActions } from '#contract/security/audit-actions.ts'
import type { SecurityEvent } from '#contract/security/security-events.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { RowTable, type Column } from '#src/shared/ui/content/RowTable.tsx'

const TONES = { ok: 'neutral', refused: 'warning', failed: 'error' } as const

const detailOf = ({ object, detail }: SecurityEvent): string =>
  [object, ...Object.entries(detail).map(([name, value]) => `${name}: ${value ?? '–'}`)]
    .filter((part) => part !== null)
    .join(' · ')

/** Security events: cards on narrow screens. */
export const EventTable = ({ events }: { events: readonly SecurityEvent[] }) => {
  const { t } = useTranslation('security')
  const language = useLanguage()
  const columns = useMemo((): Column<SecurityEvent>[] => {
    // A code of a former version has no title.
    const titleOf = (code: string) => {
      const action = auditActions.find((each) => each === code)
      return action ? t(`action.${action}`) : code
    }
    return [
      {
        key: 'action',
        title: t('row.action'),
        names: true,
        cell: ({ action }) => (
          <span className="block min-w-0">
            <span className="block font-medium text-ink">{titleOf(action)}</span>
            <bdi dir="ltr" className="block font-mono text-sm text-ink-muted">
              {action}
            </bdi>
          </span>
        ),
      },
      {
        key: 'result',
        title: t('row.result'),
        cell: ({ result }) => <Badge tone={TONES[result]}>{t(`result.${result}`)}</Badge>,
      },
      {
        key: 'person',
        title: t('row.person'),
        cell: ({ person }) =>
          person === null ? t('row.nobody') : <bdi>{person.name ?? t('row.gone', { id: person.id })}</bdi>,
      },
      { key: 'at', title: t('row.at'), cell: ({ at }) => formatDate(at, language, { time: true }) },
      {
        key: 'detail',
        title: t('row.detail'),
        wide: true,
        cell: (event) => (
          <bdi dir="ltr" className="block max-w-md text-sm break-words text-ink-muted">
            {detailOf(event) || '–'}
          </bdi>
        ),
      },
      {
        key: 'network',
        title: t('row.network'),
        cell: ({ network }) => <bdi dir="ltr">{network ?? '–'}</bdi>,
      },
    ]
  }, [t, language])
  return <RowTable label={t('title')} columns={columns} rows={events} keyOf={({ id }) => id} />
}
