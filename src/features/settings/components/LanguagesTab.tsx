import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClientSettings } from '#contract/client-info/settings-endpoints.ts'
import { languageInfo, languages, type Language } from '#contract/languages.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Checkbox } from '#src/shared/ui/forms/Checkbox.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { Switch } from '#src/shared/ui/forms/Switch.tsx'
import { useSetLanguages } from '../api/settings.queries.ts'
import { SettingsPart } from './SettingsPart.tsx'

/** The languages that people can choose, and the one to begin with. */
export const LanguagesTab = () => (
  <SettingsPart>{(settings) => <Form key={settings.version} settings={settings} />}</SettingsPart>
)

const Form = ({ settings }: { settings: ClientSettings }) => {
  const { t } = useTranslation('settings')
  const notify = useNotify()
  const [offered, setOffered] = useState<readonly Language[]>(settings.languages)
  const [detects, setDetects] = useState(settings.detect_browser_language)
  const { mutate, isPending, error } = useSetLanguages()
  const [first] = offered
  const isChanged =
    offered.join() !== settings.languages.join() || detects !== settings.detect_browser_language
  const save = () =>
    mutate(
      { version: settings.version, languages: [...offered], detect_browser_language: detects },
      { onSuccess: () => notify({ kind: 'success', title: t('languages.saved') }) },
    )
  return (
    <Card as="section" className="flex max-w-2xl flex-col gap-5">
      <fieldset>
        <legend className="mb-1 text-lg font-semibold text-ink">{t('languages.title')}</legend>
        <p className="text-sm text-ink-muted">{t('languages.text')}</p>
        {languages.map((language) => {
          const isOffered = offered.includes(language)
          return (
            <Checkbox
              key={language}
              label={<span lang={language}>{languageInfo(language).name}</span>}
              checked={isOffered}
              // One stays.
              disabled={isOffered && offered.length === 1}
              onChange={() =>
                setOffered(isOffered ? offered.filter((each) => each !== language) : [...offered, language])
              }
            />
          )
        })}
      </fieldset>
      {first && offered.length > 1 && (
        <Segmented
          legend={t('languages.first')}
          value={first}
          options={offered
            .toSorted((a, b) => languages.indexOf(a) - languages.indexOf(b))
            .map((value) => ({ value, label: languageInfo(value).name, lang: value }))}
          onChange={(next) => setOffered([next, ...offered.filter((each) => each !== next)])}
        />
      )}
      <Switch
        label={t('languages.detect')}
        hint={t('languages.detectHint')}
        checked={detects}
        onChange={setDetects}
      />
      {Boolean(error) && <Alert kind="error" title={errorText(error, t('failed'))} />}
      <Button className="self-start" pending={isPending} disabled={!isChanged} onClick={save}>
        {t('languages.save')}
      </Button>
    </Card>
  )
}
