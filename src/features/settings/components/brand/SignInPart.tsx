import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  SIGN_IN_HEADING_MAX,
  SIGN_IN_LINE_MAX,
  type BrandSettings,
  type SignInPageSettings,
} from '#contract/client-info/brand.ts'
import { signInPicturePath } from '#contract/client-info/brand-endpoints.ts'
import { wordsFor } from '#contract/client-info/sign-in-words.ts'
import { languageInfo, languages, type Language } from '#contract/languages.ts'
import { selectClientInfo } from '#src/core/client-config/client-config-slice.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { TextArea, TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { PictureUpload } from './PictureUpload.tsx'

type Props = {
  settings: BrandSettings
  onChange: (changes: Partial<BrandSettings>) => void
}

/** The words in each language, and the picture, that stand beside the sign-in form. */
export const SignInPart = ({ settings: { sign_in: page }, onChange }: Props) => {
  const { t } = useTranslation('settings')
  const client = useAppSelector(selectClientInfo)
  const offered = client?.languages ?? languages
  const [language, setLanguage] = useState<Language>(offered[0] ?? 'en')
  const change = (changes: Partial<SignInPageSettings>) => onChange({ sign_in: { ...page, ...changes } })
  const standIn = (texts: SignInPageSettings['heading']) =>
    wordsFor(texts, language, offered) ?? t('signInPage.standard')
  return (
    <Card as="section" className="flex flex-col gap-5">
      <div>
        <h2 className="text-lg font-semibold text-ink">{t('signInPage.title')}</h2>
        <p className="mt-1 text-sm text-ink-muted">{t('signInPage.text')}</p>
      </div>
      <Segmented
        legend={t('signInPage.language')}
        value={language}
        options={languages.map((value) => ({ value, label: languageInfo(value).name, lang: value }))}
        onChange={setLanguage}
      />
      <Field label={t('signInPage.heading')}>
        {(control) => (
          <TextInput
            {...control}
            lang={language}
            dir="auto"
            autoComplete="off"
            maxLength={SIGN_IN_HEADING_MAX}
            placeholder={standIn(page.heading)}
            value={page.heading[language] ?? ''}
            onChange={({ target }) => change({ heading: { ...page.heading, [language]: target.value } })}
          />
        )}
      </Field>
      <Field label={t('signInPage.line')} hint={t('signInPage.lineHint')}>
        {(control) => (
          <TextArea
            {...control}
            lang={language}
            dir="auto"
            rows={3}
            maxLength={SIGN_IN_LINE_MAX}
            placeholder={standIn(page.line)}
            value={page.line[language] ?? ''}
            onChange={({ target }) =>
              change({ line: { ...page.line, [language]: target.value.replace(/\s*\n\s*/gu, ' ') } })
            }
          />
        )}
      </Field>
      <PictureUpload
        use="sign_in"
        label={t('signInPage.picture')}
        hint={t('signInPage.pictureHint')}
        id={page.picture}
        onChange={(picture) => change({ picture: picture?.id ?? null })}
      >
        {client && page.picture !== null && (
          <img
            src={signInPicturePath(client.id, page.picture)}
            alt=""
            className="max-h-40 max-w-full self-start rounded-lg border border-line object-contain"
          />
        )}
      </PictureUpload>
    </Card>
  )
}
