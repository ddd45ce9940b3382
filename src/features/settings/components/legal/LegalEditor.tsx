import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LEGAL_TEXT_MAX, NAME_PLACE, legalPath, type LegalState } from '#contract/client-info/legal.ts'
import { directionOf, languageInfo, languages, type Language } from '#contract/languages.ts'
import { selectClientInfo } from '#src/core/client-config/client-config-slice.ts'
import { useDraftForm } from '#src/core/editing/use-draft-form.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { TextArea } from '#src/shared/ui/forms/TextInput.tsx'
import { usePublishLegal } from '../../api/legal.queries.ts'
import { readersOfOther, type LegalTexts } from '../../model/legal.ts'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { LegalPreview } from './LegalPreview.tsx'

type Props = { state: LegalState; onReload: () => void }

/** The text in each language beside how people will read it. Nothing changes for others before it is published. */
export const LegalEditor = ({ state, onReload }: Props) => {
  const { t } = useTranslation('settings')
  const client = useAppSelector(selectClientInfo)
  const offered = client?.languages ?? languages
  const own = offered[0] ?? 'en'
  const [language, setLanguage] = useState<Language>(own)
  const draft = useDraftForm<LegalTexts>(`legal-${state.kind}`, state.texts)
  const isEmpty = languages.every((each) => (draft.form[each] ?? '').trim() === '')
  const shown = draft.form[language] ?? ''
  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <Card as="section" className="flex min-w-0 flex-col gap-5">
        <h2 className="text-lg font-semibold text-ink">{t(`legal.kinds.${state.kind}`)}</h2>
        <p className="text-sm text-ink-muted">
          {t('legal.page')}{' '}
          <a
            href={legalPath(state.kind)}
            target="_blank"
            rel="noreferrer"
            className="text-primary-text underline"
          >
            <bdi dir="ltr">{legalPath(state.kind)}</bdi>
          </a>
        </p>
        {state.version === 0 && <Alert title={t('legal.standard')} />}
        <Segmented
          legend={t('legal.language')}
          value={language}
          options={languages.map((value) => ({ value, label: languageInfo(value).name, lang: value }))}
          onChange={setLanguage}
        />
        <Field label={t('legal.text')} hint={t('legal.hint', { name: isolated(NAME_PLACE) })}>
          {(control) => (
            <TextArea
              {...control}
              key={language}
              lang={language}
              dir={directionOf(language)}
              rows={18}
              maxLength={LEGAL_TEXT_MAX}
              value={shown}
              onChange={({ target }) => draft.change({ [language]: target.value })}
            />
          )}
        </Field>
        {isEmpty && (
          <Button
            variant="secondary"
            size="sm"
            className="self-start"
            onClick={() => draft.change(state.standard)}
          >
            {t('legal.begin')}
          </Button>
        )}
        <Missing texts={draft.form} offered={offered} />
        <Publish state={state} draft={draft} own={own} onReload={onReload} onMissing={setLanguage} />
      </Card>
      <LegalPreview
        title={t('preview.title')}
        language={language}
        text={(isEmpty ? state.standard[language] : shown).replaceAll(NAME_PLACE, () => client?.name ?? '')}
      />
    </div>
  )
}

/** Whose readers get a text in another language. */
const Missing = ({ texts, offered }: { texts: LegalTexts; offered: readonly Language[] }) => {
  const { t } = useTranslation('settings')
  const list = new Intl.ListFormat(useLanguage())
  const { missing, instead } = readersOfOther(texts, offered)
  if (missing.length === 0 || instead === null) return null
  return (
    <p className="text-sm text-ink-muted">
      {t('legal.missing', {
        languages: list.format(missing.map((each) => isolated(languageInfo(each).name))),
        instead: isolated(languageInfo(instead).name),
      })}
    </p>
  )
}

type PublishProps = Props & {
  draft: ReturnType<typeof useDraftForm<LegalTexts>>
  /** The client's first language, which every text needs. */
  own: Language
  onMissing: (language: Language) => void
}

const Publish = ({ state, draft, own, onReload, onMissing }: PublishProps) => {
  const { t } = useTranslation('settings')
  const notify = useNotify()
  const { mutateAsync, error, reset } = usePublishLegal(state.kind)
  const [asked, setAsked] = useState<'publish' | 'standard' | null>(null)
  const isConflict = isApiError(error) && error.status === 409
  const isOwnMissing = isApiError(error) && error.fields?.[`texts.${own}`] !== undefined
  const publish = async () => {
    const texts = asked === 'standard' ? {} : draft.form
    try {
      const answer = await mutateAsync({ current: state.version, texts })
      draft.settle(answer.texts)
      notify({ kind: 'success', title: t('legal.published') })
    } catch (failure) {
      if (isApiError(failure) && failure.fields?.[`texts.${own}`]) onMissing(own)
    }
    setAsked(null)
  }
  const ask = (what: 'publish' | 'standard') => {
    reset()
    setAsked(what)
  }
  return (
    <>
      {draft.restored && <Alert title={t('legal.restored')} />}
      {isConflict && (
        <Alert
          kind="warning"
          title={t('legal.conflict')}
          action={
            <Button size="sm" variant="secondary" onClick={onReload}>
              {t('legal.reload')}
            </Button>
          }
        >
          {t('legal.conflictText')}
        </Alert>
      )}
      {isOwnMissing && (
        <Alert kind="error" title={t('legal.ownMissing', { language: languageInfo(own).name })} />
      )}
      {Boolean(error) && !isConflict && !isOwnMissing && (
        <Alert kind="error" title={errorText(error, t('failed'))} />
      )}
      <div className="flex flex-wrap gap-2">
        <Button disabled={!draft.changed} onClick={() => ask('publish')}>
          {t('draft.publish')}
        </Button>
        {draft.changed && (
          <Button variant="secondary" onClick={() => draft.settle(state.texts)}>
            {t('legal.discard')}
          </Button>
        )}
        {Object.keys(state.texts).length > 0 && (
          <Button variant="ghost" onClick={() => ask('standard')}>
            {t('legal.useStandard')}
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={asked !== null}
        title={t(asked === 'standard' ? 'legal.standardTitle' : 'legal.publishTitle')}
        text={t('legal.publishText')}
        confirmLabel={t('draft.publish')}
        onConfirm={publish}
        onClose={() => setAsked(null)}
      />
    </>
  )
}
