import Trash from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Language, languageInfo, languages } from '#contract/languages.ts'
import type { StaffSessionDetail } from '#contract/live/admin/sessions.ts'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { IconButton } from '#src/shared/ui/IconButton.tsx'
import { UploadField } from './UploadField.tsx'

type Captions = StaffSessionDetail['recording_media']['captions']
type Props = { sessionId: number; captions: Captions; onChange: (captions: Captions) => void }

/** Captions by language; the transcript comes from them. */
export const CaptionFields = ({ sessionId, captions, onChange }: Props) => {
  const { t } = useTranslation('live-admin')
  const missing = languages.filter((each) => !captions.some(({ language }) => language === each))
  const [asked, setAsked] = useState<Language | null>(null)
  const chosen = asked && missing.includes(asked) ? asked : (missing[0] ?? null)
  return (
    <section aria-label={t('captions.title')} className="flex flex-col gap-3">
      <h3 className="font-semibold text-ink">{t('captions.title')}</h3>
      {captions.length > 0 && (
        <ul className="flex flex-col gap-2">
          {captions.map((caption) => (
            <li key={caption.language} className="flex items-center gap-3 rounded-lg border border-line ps-3">
              <span lang={caption.language} className="min-w-0 flex-1 text-ink">
                {caption.label}
              </span>
              <IconButton
                label={t('captions.remove', { language: caption.label })}
                icon={<Trash aria-hidden="true" size={18} />}
                onClick={() => onChange(captions.filter((each) => each !== caption))}
              />
            </li>
          ))}
        </ul>
      )}
      {chosen && (
        <>
          <Field label={t('captions.language')}>
            {(control) => (
              <Select
                {...control}
                value={chosen}
                options={missing.map((value) => ({ value, label: languageInfo(value).name }))}
                onChange={setAsked}
              />
            )}
          </Field>
          <UploadField
            key={chosen}
            sessionId={sessionId}
            kind="captions"
            accept=".vtt,.srt,text/vtt"
            label={t('captions.choose')}
            hint={t('captions.hint')}
            onStored={({ url }) =>
              onChange([...captions, { language: chosen, label: languageInfo(chosen).name, url }])
            }
          />
        </>
      )}
    </section>
  )
}
