import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { importNotes, type ImportLine, type PackageReport } from '#contract/course-import/course-import.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Switch } from '#src/shared/ui/forms/Switch.tsx'
import { PackageTotals } from './PackageTotals.tsx'

/** The number of lines shown at first, because a large package has thousands. */
const INITIAL_LINES = 100
const INDENT: Readonly<Record<string, string>> = { section: '', topic: 'ps-4' }

/** What each part of a package becomes. */
export const PackageLines = ({ report }: { report: PackageReport }) => {
  const { t } = useTranslation('course-builder/import')
  const [onlyNotes, setOnlyNotes] = useState(false)
  const [showsAll, setShowsAll] = useState(false)
  const linesWithNotes = report.lines.filter(({ notes }) => notes.length > 0)
  const matchingLines = onlyNotes ? linesWithNotes : report.lines
  // Questions and links that come unchanged are only counted.
  const partCount = report.totals.reduce((sum, { in_file: count }) => sum + count, 0)
  const visibleLines = showsAll ? matchingLines : matchingLines.slice(0, INITIAL_LINES)
  return (
    <section aria-label={t('package.parts')} className="flex flex-col gap-3">
      <p role="status" className="flex flex-wrap items-center gap-2 text-sm text-ink-muted">
        {report.kind && <Badge tone="primary">{t(`package.kind.${report.kind}`)}</Badge>}
        {t('package.summary', { count: partCount })} ·{' '}
        {linesWithNotes.length > 0
          ? t('package.notes', { count: linesWithNotes.length })
          : t('package.clear')}
      </p>
      <PackageTotals totals={report.totals} />
      {linesWithNotes.length > 0 && linesWithNotes.length < report.lines.length && (
        <Switch label={t('package.only')} checked={onlyNotes} onChange={setOnlyNotes} />
      )}
      <ol className="flex flex-col divide-y divide-line">
        {visibleLines.map((line, index) => (
          // Parts have no identity but their position.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className={`py-2 ${INDENT[line.kind] ?? 'ps-8'}`}>
            <Line line={line} />
          </li>
        ))}
      </ol>
      {visibleLines.length < matchingLines.length && (
        <Button variant="secondary" size="sm" className="self-start" onClick={() => setShowsAll(true)}>
          {t('package.summary', { count: matchingLines.length })}
        </Button>
      )}
      {report.lines_omitted > 0 && (
        <p className="text-sm text-warning-text">{t('package.omitted', { count: report.lines_omitted })}</p>
      )}
    </section>
  )
}

const packageNotes: ReadonlySet<string> = new Set(importNotes)

/** Notes on questions have the same texts as in question files. */
const noteKey = (code: ImportLine['notes'][number]['code']): string =>
  packageNotes.has(code) ? `package.note.${code}` : `shared/question-files:issue.${code}`

/** The name of a kind of which parts may be left out; the others need no name beside their title. */
const LEFT_OUT_KINDS: Partial<Record<ImportLine['kind'], ImportLine['becomes']>> = {
  section: 'section',
  topic: 'topic',
  page: 'article',
  quiz: 'quiz',
  question: 'question',
  video: 'video',
  problem: 'problem',
  scorm: 'scorm',
  file: 'file',
  link: 'link',
}

const Line = ({ line: { path, title, kind, becomes, notes } }: { line: ImportLine }) => {
  const { t } = useTranslation(['course-builder/import', 'shared/question-files'])
  const name = title || (becomes === 'file' || becomes === 'nothing' ? path : t('package.untitled'))
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={becomes === 'nothing' ? 'warning' : 'neutral'}>{t(`package.becomes.${becomes}`)}</Badge>
        {becomes === 'nothing' && LEFT_OUT_KINDS[kind] && (
          <Badge>{t(`package.becomes.${LEFT_OUT_KINDS[kind]}`)}</Badge>
        )}
        <bdi className="min-w-0 break-words">{name}</bdi>
      </p>
      {notes.map(({ code, detail }) => (
        <p key={`${code}-${detail}`} className="mt-1 flex items-start gap-2 text-sm text-warning-text">
          <TriangleAlert aria-hidden="true" size={16} className="mt-0.5 shrink-0" />
          <span className="min-w-0">
            {t(noteKey(code))}{' '}
            {detail && (
              <bdi dir="auto" className="break-words text-ink-muted">
                {detail}
              </bdi>
            )}
          </span>
        </p>
      ))}
    </>
  )
}
