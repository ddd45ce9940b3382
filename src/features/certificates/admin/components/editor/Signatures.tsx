import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { SIGNATURES_MAX } from '#contract/certificates/look.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import type { Look } from '../../model/look.ts'
import type { EditProps } from './edit-props.ts'
import { Pictured } from './Pictured.tsx'

type Signature = Look['signatures'][number]
const EMPTY: Signature = { name: '', role: '', picture: null }

/** Who signs: a name, what they are, and a picture of the signature. */
export const Signatures = ({ look, onChange }: EditProps) => {
  const { t } = useTranslation('certificates/admin')
  const id = useId()
  const put = (signatures: Signature[]) => onChange({ ...look, signatures })
  const change = (index: number, values: Partial<Signature>) =>
    put(look.signatures.map((each, at) => (at === index ? { ...each, ...values } : each)))
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-2 text-sm font-medium text-ink">{t('templates.signatures')}</legend>
      {look.signatures.map((signature, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- signatures have no id and keep their places
        <div key={`${id}-${index}`} className="grid grid-cols-2 gap-3 rounded-lg border border-line p-3">
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
          <div className="col-span-2 flex flex-wrap items-end justify-between gap-3">
            <Pictured
              kind="signature"
              label={t('templates.signaturePicture', { number: index + 1 })}
              path={signature.picture}
              onChange={(picture) => change(index, { picture })}
            />
            <Button
              variant="ghost"
              size="sm"
              onClick={() => put(look.signatures.filter((_each, at) => at !== index))}
            >
              {t('templates.removeSignature', { number: index + 1 })}
            </Button>
          </div>
        </div>
      ))}
      {look.signatures.length < SIGNATURES_MAX && (
        <Button
          variant="secondary"
          size="sm"
          className="self-start"
          onClick={() => put([...look.signatures, EMPTY])}
        >
          {t('templates.addSignature')}
        </Button>
      )}
    </fieldset>
  )
}
