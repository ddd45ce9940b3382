import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { StoredMedia } from '#contract/course-builder/uploads.ts'
import type { ScormContent } from '#contract/course-builder/draft.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { useBuilder } from '../../hooks/use-builder.ts'
import { useUpload } from '../../hooks/use-uploads.ts'
import { packageSlot } from '../../model/upload-slots.ts'
import { UploadBox } from '../UploadBox.tsx'
import { WholeNumber } from './fields/WholeNumber.tsx'

type Props = {
  itemKey: string
  content: ScormContent
  onChange: (content: ScormContent) => void
  /** Suggests the title of the chosen part for an item without a title. */
  onName: (title: string) => void
}
type Parts = NonNullable<StoredMedia['parts']>

/** Uploads a SCORM package and selects the part that this item plays and the pass mark. */
export const ScormEditor = ({ itemKey, content, onChange, onName }: Props) => {
  const { t } = useTranslation('course-builder')
  const { draft, published } = useBuilder()
  const liveId = draft.live_ids[itemKey]
  const slot = packageSlot(itemKey)
  const state = useUpload(slot)?.state
  const uploaded = state?.phase === 'done' && state.result.url === content.package_url ? state.result : null
  const parts = uploaded?.parts ?? []
  const choosePart = (part: Parts[number]) => {
    onChange(part.content)
    onName(part.title)
  }
  if (content.package_url === null)
    return (
      <UploadBox
        slot={slot}
        kind="package"
        accept=".zip,application/zip"
        label={t('scorm.choose')}
        hint={t('scorm.chooseHint')}
      />
    )
  return (
    <section className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3 rounded-lg border border-line px-4 py-3">
        <Badge tone="primary">{t('scorm.version', { version: content.version })}</Badge>
        <bdi dir="ltr" className="min-w-0 flex-1 text-sm break-all text-ink-muted">
          {content.launch}
        </bdi>
        <Button
          size="sm"
          variant="secondary"
          onClick={() => onChange({ ...content, package_url: null, launch: '' })}
        >
          {t('scorm.replace')}
        </Button>
      </div>
      <MissingFiles names={uploaded?.missing_files ?? []} />
      <PartField content={content} parts={parts} onChoose={choosePart} />
      {/* An asset reports no score. */}
      {!content.asset && (
        <WholeNumber
          optional
          label={t('scorm.pass')}
          hint={t('scorm.passHint')}
          className="max-w-xs"
          min={0}
          max={100}
          value={content.pass_score === null ? null : Math.round(content.pass_score * 100)}
          onChange={(percent) =>
            onChange({ ...content, pass_score: percent === null ? null : percent / 100 })
          }
        />
      )}
      <p className="text-sm text-ink-muted">{t('scorm.where')}</p>
      {/* An item published just now has no id here yet, so link to the list. */}
      {(liveId !== undefined || published.status !== 'draft') && (
        <Link
          to={liveId === undefined ? adminPaths.lessons : adminPaths.lesson(liveId)}
          className={buttonClass({ variant: 'secondary', className: 'self-start' })}
        >
          {t('scorm.results')}
        </Link>
      )}
    </section>
  )
}

/** Files that the package lists but does not contain. */
const MissingFiles = ({ names }: { names: readonly string[] }) => {
  const { t } = useTranslation('course-builder')
  if (names.length === 0) return null
  return (
    <Alert kind="warning" title={t('scorm.missing', { count: names.length })}>
      <ul className="max-h-48 overflow-y-auto text-sm">
        {names.map((name) => (
          <li key={name}>
            <bdi dir="ltr" className="break-all">
              {name}
            </bdi>
          </li>
        ))}
      </ul>
    </Alert>
  )
}

type PartProps = { content: ScormContent; parts: Parts; onChoose: (part: Parts[number]) => void }

/** Selects the part of a package with several. */
const PartField = ({ content, parts, onChoose }: PartProps) => {
  const { t } = useTranslation('course-builder')
  if (parts.length < 2) return null
  const choose = (launch: string) => {
    const part = parts.find((each) => each.content.launch === launch)
    if (part) onChoose(part)
  }
  return (
    <Field label={t('scorm.part')} hint={t('scorm.partHint')}>
      {(control) => (
        <Select
          {...control}
          value={content.launch}
          options={parts.map((part) => ({
            value: part.content.launch,
            label: part.title || part.content.launch,
          }))}
          onChange={choose}
        />
      )}
    </Field>
  )
}
