import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import {
  HANDLE,
  handleFor,
  publicFields,
  shownPart,
  type PublicField,
} from '#contract/profile/public-fields.ts'
import type { PublicProfileSettings } from '#contract/profile/public-profile.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { paths } from '#src/core/paths.ts'
import { useFocusInvalid } from '#src/shared/lib/hooks/use-focus-invalid.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Switch } from '#src/shared/ui/forms/Switch.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { usePublicSettings, useSavePublicSettings } from '../../api/public-profile.queries.ts'
import { Section } from '../Section.tsx'
import { PublicCard } from './PublicCard.tsx'

/** What the person shows to everybody, with a preview of it. */
export const PublicSection = ({ name }: { name: string }) => {
  const { t } = useTranslation('profile')
  const { data, isError, refetch } = usePublicSettings()
  return (
    <Section id="public" title={t('public.title')} text={t('public.text')}>
      {data ? (
        <PublicForm settings={data} suggestion={handleFor(name)} />
      ) : isError ? (
        <Alert
          kind="error"
          title={t('public.error')}
          action={
            <Button size="sm" variant="secondary" onClick={() => void refetch()}>
              {t('devices.retry')}
            </Button>
          }
        />
      ) : (
        <div role="status" aria-busy="true">
          <span className="sr-only">{t('public.loading')}</span>
          <Skeleton height={240} />
        </div>
      )}
    </Section>
  )
}

type Issue = 'handleRequired' | 'handleWrong' | 'handleTaken'

const issueOf = (error: unknown): Issue | null => {
  const code = isApiError(error) ? error.fields?.['handle']?.[0]?.code : undefined
  if (code === undefined) return null
  return code === 'taken' ? 'handleTaken' : code === 'required' ? 'handleRequired' : 'handleWrong'
}

const usePublicForm = (settings: PublicProfileSettings, suggestion: string) => {
  const { t } = useTranslation('profile')
  const notify = useNotify()
  const save = useSavePublicSettings()
  const [form, setForm] = useState({
    is_on: settings.is_on,
    handle: settings.handle ?? suggestion,
    fields: settings.fields,
    is_listed: settings.is_listed,
  })
  const [issue, setIssue] = useState<Issue | null>(null)
  const focus = useFocusInvalid(save.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const handle = form.handle.trim()
    const wrong =
      handle === '' ? (form.is_on ? 'handleRequired' : null) : HANDLE.test(handle) ? null : 'handleWrong'
    setIssue(wrong)
    if (wrong || save.isPending) return
    save.mutate(
      { ...form, handle: handle === '' ? null : handle },
      {
        onSuccess: () => notify({ kind: 'success', title: t('form.saved') }),
        onError: (error) => setIssue(issueOf(error)),
      },
    )
  }
  return { form, setForm, issue, save, formProps: { ...focus, noValidate: true, onSubmit: submit } }
}

type PublicForm = ReturnType<typeof usePublicForm>

const PublicForm = ({ settings, suggestion }: { settings: PublicProfileSettings; suggestion: string }) => {
  const { t } = useTranslation('profile')
  const { form, setForm, issue, save, formProps } = usePublicForm(settings, suggestion)
  const { handle } = settings
  return (
    <form {...formProps} aria-label={t('public.title')} className="grid gap-5">
      <Switch
        checked={form.is_on}
        label={t('public.switch')}
        hint={t(form.is_on ? 'public.on' : 'public.off')}
        onChange={(isOn) => setForm({ ...form, is_on: isOn })}
      />
      {form.is_on && (
        <>
          <HandleField form={form} issue={issue} setForm={setForm} />
          <FieldSwitches form={form} setForm={setForm} />
          <div>
            <p className="mb-3 text-sm font-medium">{t('public.preview')}</p>
            <PublicCard person={shownPart(settings.whole, form.fields)} as="preview" />
          </div>
        </>
      )}
      {save.isError && issue === null && (
        <Alert kind="error">{errorText(save.error, t('form.failed'))}</Alert>
      )}
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" variant="secondary" pending={save.isPending} className="max-sm:w-full">
          {t(save.isPending ? 'form.saving' : 'form.save')}
        </Button>
        {settings.is_on && handle !== null && (
          <a
            href={paths.person(handle)}
            target="_blank"
            rel="noopener"
            className="inline-flex min-h-11 items-center font-medium text-primary-text hover:underline"
          >
            {t('public.open')}
          </a>
        )}
      </div>
    </form>
  )
}

const HandleField = ({ form, issue, setForm }: Pick<PublicForm, 'form' | 'issue' | 'setForm'>) => {
  const { t } = useTranslation('profile')
  return (
    <Field
      label={t('public.handle')}
      error={issue && t(`public.${issue}`)}
      hint={<bdi dir="ltr">{`${window.location.host}${paths.person(form.handle || '…')}`}</bdi>}
    >
      {(control) => (
        <TextInput
          {...control}
          dir="ltr"
          autoCapitalize="none"
          spellCheck={false}
          value={form.handle}
          onChange={({ target }) => setForm({ ...form, handle: target.value.toLowerCase() })}
        />
      )}
    </Field>
  )
}

/** One switch for each thing that others may see, and one for search engines. */
const FieldSwitches = ({ form, setForm }: Pick<PublicForm, 'form' | 'setForm'>) => {
  const { t } = useTranslation('profile')
  const toggle = (field: PublicField, isOn: boolean) =>
    setForm({
      ...form,
      fields: publicFields.filter((each) => (each === field ? isOn : form.fields.includes(each))),
    })
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{t('public.what')}</legend>
      <div className="grid gap-x-10 sm:grid-cols-2">
        {publicFields.map((field) => (
          <Switch
            key={field}
            label={t(`public.fields.${field}`)}
            checked={form.fields.includes(field)}
            onChange={(isOn) => toggle(field, isOn)}
          />
        ))}
      </div>
      <Switch
        label={t('public.listed')}
        hint={t('public.listedHint')}
        checked={form.is_listed}
        onChange={(isOn) => setForm({ ...form, is_listed: isOn })}
      />
    </fieldset>
  )
}
