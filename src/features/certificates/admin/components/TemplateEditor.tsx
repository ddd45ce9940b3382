import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { designIds, orientations } from '#contract/certificates/shapes.ts'
import {
  SIGNATURES_MAX,
  TEMPLATE_NAME_MAX,
  type CertificateTemplate,
} from '#contract/certificates/templates.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Checkbox } from '#src/shared/ui/forms/Checkbox.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { CertificateSheet } from '../../components/CertificateSheet.tsx'
import { usePublishTemplate } from '../api/portal.queries.ts'
import { sampleOf, wantedOf, type Look } from '../model/look.ts'

type Props = { known: CertificateTemplate | null; look: Look; issuer: string; onClose: () => void }

/** Choices on one side, what comes of them on the other. Publishing makes a new version. */
export const TemplateEditor = ({ known, look: first, issuer, onClose }: Props) => {
  const { t } = useTranslation('certificates/admin')
  const notify = useNotify()
  const [look, setLook] = useState(first)
  const [createKey] = useState(() => crypto.randomUUID())
  const [isTried, setTried] = useState(false)
  const publish = usePublishTemplate(known, createKey)
  const send = () => {
    setTried(true)
    if (look.name.trim() === '') return
    publish.mutate(wantedOf(look), {
      onSuccess: () => {
        notify({ kind: 'success', title: t('templates.published') })
        onClose()
      },
    })
  }
  const sample = sampleOf(look, {
    issuer,
    name: t('templates.sampleName'),
    title: t('templates.sampleTitle'),
  })
  return (
    <>
      <PageHeader
        title={t(known ? 'templates.editTitle' : 'templates.newTitle')}
        text={t('templates.editText')}
        actions={
          <>
            <Button variant="secondary" onClick={onClose}>
              {t('change.cancel')}
            </Button>
            <Button pending={publish.isPending} onClick={send}>
              {t('templates.publish')}
            </Button>
          </>
        }
      />
      {publish.isError && (
        <Alert kind="error" className="mb-4">
          {errorText(publish.error, t('change.failed'))}
        </Alert>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[22rem_1fr]">
        <Choices look={look} onChange={setLook} isNameMissing={isTried && look.name.trim() === ''} />
        <section
          aria-label={t('templates.preview')}
          className="min-w-0 rounded-xl bg-surface-sunken p-4 sm:p-8"
        >
          <CertificateSheet
            isPicture
            data={sample}
            className={sample.orientation === 'portrait' ? 'mx-auto max-w-md' : 'w-full'}
          />
        </section>
      </div>
    </>
  )
}

type ChoicesProps = { look: Look; onChange: (look: Look) => void; isNameMissing: boolean }

const Choices = ({ look, onChange, isNameMissing }: ChoicesProps) => {
  const { t } = useTranslation('certificates/admin')
  return (
    <div className="flex flex-col gap-5">
      <Field label={t('templates.name')} error={isNameMissing ? t('templates.nameRequired') : null} required>
        {(control) => (
          <TextInput
            {...control}
            maxLength={TEMPLATE_NAME_MAX}
            value={look.name}
            onChange={({ target }) => onChange({ ...look, name: target.value })}
          />
        )}
      </Field>
      <Field label={t('templates.design')}>
        {(control) => (
          <Select
            {...control}
            value={look.design}
            options={designIds.map((value) => ({ value, label: t(`templates.designs.${value}`) }))}
            onChange={(design) => onChange({ ...look, design })}
          />
        )}
      </Field>
      <Segmented
        legend={t('templates.orientation')}
        value={look.orientation}
        options={orientations.map((value) => ({ value, label: t(`templates.orientations.${value}`) }))}
        onChange={(orientation) => onChange({ ...look, orientation })}
      />
      <Signatures look={look} onChange={onChange} />
      <div>
        <Checkbox
          label={t('templates.seal')}
          checked={look.show_seal}
          onChange={({ target }) => onChange({ ...look, show_seal: target.checked })}
        />
        <Checkbox
          label={t('templates.criteria')}
          checked={look.show_criteria}
          onChange={({ target }) => onChange({ ...look, show_criteria: target.checked })}
        />
        <Checkbox
          label={t('templates.makeDefault')}
          checked={look.is_default}
          onChange={({ target }) => onChange({ ...look, is_default: target.checked })}
        />
      </div>
    </div>
  )
}

const Signatures = ({ look, onChange }: Omit<ChoicesProps, 'isNameMissing'>) => {
  const { t } = useTranslation('certificates/admin')
  const id = useId()
  const change = (index: number, values: Partial<Look['signatures'][number]>) =>
    onChange({
      ...look,
      signatures: look.signatures.map((each, at) => (at === index ? { ...each, ...values } : each)),
    })
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 text-sm font-medium text-ink">{t('templates.signatures')}</legend>
      {look.signatures.map((signature, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- signatures have no id and keep their places
        <div key={`${id}-${index}`} className="grid grid-cols-2 gap-3">
          <Field label={t('templates.signer', { number: index + 1 })}>
            {(control) => (
              <TextInput
                {...control}
                maxLength={80}
                value={signature.name}
                onChange={({ target }) => change(index, { name: target.value })}
              />
            )}
          </Field>
          <Field label={t('templates.role')}>
            {(control) => (
              <TextInput
                {...control}
                maxLength={80}
                value={signature.role}
                onChange={({ target }) => change(index, { role: target.value })}
              />
            )}
          </Field>
        </div>
      ))}
      {look.signatures.length < SIGNATURES_MAX && (
        <Button
          variant="secondary"
          size="sm"
          className="self-start"
          onClick={() => onChange({ ...look, signatures: [...look.signatures, { name: '', role: '' }] })}
        >
          {t('templates.addSignature')}
        </Button>
      )}
    </fieldset>
  )
}
