import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportLine, PackageReport } from '#contract/course-import/course-import.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Switch } from '#src/shared/ui/forms/Switch.tsx'

/** Lines shown at first; a large package has thousands. */
const SHOWN_FIRST = 100
const INDENT: Readonly<Record<string, string>> = { section: '', topic: 'ps-4' }

/** Part by part what a package becomes. */
export const PackageLines = ({ report }: { report: PackageReport }) => {
  const { t } = useTranslation('course-builder/import')
  const [onlyNotes, setOnlyNotes] = useState(false)
  const [all, setAll] = useState(false)
  const noted = report.lines.filter(({ notes }) => notes.length > 0)
  const wanted = onlyNotes ? noted : report.lines
  const shown = all ? wanted : wanted.slice(0, SHOWN_FIRST)
  return (
    <section aria-label={t('package.parts')} className="flex flex-col gap-3">
      <p role="status" className="flex flex-wrap items-center gap-2 text-sm text-ink-muted">
        {report.kind && <Badge tone="primary">{t(`package.kind.${report.kind}`)}</Badge>}
        {t('package.summary', { count: report.lines.length })} ·{' '}
        {noted.length > 0 ? t('package.notes', { count: noted.length }) : t('package.clear')}
      </p>
      {noted.length > 0 && noted.length < report.lines.length && (
        <Switch label={t('package.only')} checked={onlyNotes} onChange={setOnlyNotes} />
      )}
      <ol className="flex flex-col divide-y divide-line">
        {shown.map((line, index) => (
          // Parts have no identity but their place.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className={`py-2 ${INDENT[line.becomes] ?? 'ps-8'}`}>
            <Line line={line} />
          </li>
        ))}
      </ol>
      {shown.length < wanted.length && (
        <Button variant="secondary" size="sm" className="self-start" onClick={() => setAll(true)}>
          {t('package.summary', { count: wanted.length })}
        </Button>
      )}
    </section>
  )
}

const Line = ({ line: { path, title, becomes, notes } }: { line: ImportLine }) => {
  const { t } = useTranslation('course-builder/import')
  const name = title || (becomes === 'file' || becomes === 'nothing' ? path : t('package.untitled'))
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={becomes === 'nothing' ? 'warning' : 'neutral'}>{t(`package.becomes.${becomes}`)}</Badge>
        <bdi className="min-w-0 break-words">{name}</bdi>
      </p>
      {notes.map(({ code, detail }) => (
        <p key={`${code}-${detail}`} className="mt-1 flex items-start gap-2 text-sm text-warning-text">
          <TriangleAlert aria-hidden="true" size={16} className="mt-0.5 shrink-0" />
          <span className="min-w-0">
            {t(`package.note.${code}`)}{' '}
            {detail && (
              <bdi dir="auto" className="break-all text-ink-muted">
                {detail}
              </bdi>
            )}
          </span>
        </p>
      ))}
    </>
  )
}
