import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { BrandState } from '#contract/client-info/brand-endpoints.ts'
import { CLIENT_NAME_MAX, SHORT_NAME_ROOM, themeOfBrand } from '#contract/client-info/brand.ts'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { Preview } from '../preview/Preview.tsx'
import { BrandPictures } from './BrandPictures.tsx'
import { Colours } from './Colours.tsx'
import { History } from './History.tsx'
import { PublishBar } from './PublishBar.tsx'
import { SignInPart } from './SignInPart.tsx'
import { useBrandDraft, type BrandDraft } from './use-brand-draft.ts'

type Props = { state: BrandState; onReload: () => Promise<void> }

/** Fields beside a preview of real screens; nothing changes for others before it is published. */
export const BrandEditor = ({ state, onReload }: Props) => {
  const draft = useBrandDraft(state)
  const { settings, change } = draft
  const { colour, colours, font_family: family } = settings
  const theme = useMemo(
    () => themeOfBrand({ colour, colours, font_family: family }),
    [colour, colours, family],
  )
  return (
    <div className="flex flex-col gap-6">
      <PublishBar draft={draft} onReload={onReload} />
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-6">
          <Names draft={draft} />
          <Colours settings={settings} theme={theme} onChange={change} />
          <BrandPictures settings={settings} published={state.published} theme={theme} onChange={change} />
          <SignInPart settings={settings} onChange={change} />
        </div>
        <div className="flex min-w-0 flex-col gap-6 xl:sticky xl:top-20">
          <Preview settings={settings} published={state.published} theme={theme} />
        </div>
      </div>
      <History state={state} hasDraft={draft.hasDraft} />
    </div>
  )
}

const Names = ({ draft: { settings, change } }: { draft: BrandDraft }) => {
  const { t } = useTranslation('settings')
  const missing = (text: string) => (text.trim() === '' ? t('brand.nameMissing') : null)
  return (
    <Card as="section" className="flex flex-col gap-5">
      <h2 className="text-lg font-semibold text-ink">{t('brand.names')}</h2>
      <Field label={t('brand.name')} error={missing(settings.name)} required>
        {(control) => (
          <TextInput
            {...control}
            maxLength={CLIENT_NAME_MAX}
            autoComplete="off"
            value={settings.name}
            onChange={({ target }) => change({ name: target.value })}
          />
        )}
      </Field>
      <Field
        label={t('brand.shortName')}
        hint={t('brand.shortNameHint')}
        error={missing(settings.short_name)}
        required
      >
        {(control) => (
          <TextInput
            {...control}
            maxLength={SHORT_NAME_ROOM}
            autoComplete="off"
            value={settings.short_name}
            onChange={({ target }) => change({ short_name: target.value })}
          />
        )}
      </Field>
      <Segmented
        legend={t('brand.font')}
        value={settings.font_family}
        options={(['inter', 'system'] as const).map((value) => ({ value, label: t(`brand.fonts.${value}`) }))}
        onChange={(next) => change({ font_family: next })}
      />
    </Card>
  )
}
