import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Trash from 'lucide-react/icons/trash-2'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { BLOCK_TEXT_MAX, isMailAddress, type Block } from '#contract/emails/content.ts'
import { directionOf, type Language } from '#contract/languages.ts'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextArea, TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { IconButton } from '#src/shared/ui/IconButton.tsx'
import { withText } from '../../model/draft.ts'

const LINE_MAX = 200
const ADDRESS_MAX = 2000

type Props = {
  block: Block
  language: Language
  place: { index: number; count: number }
  onChange: (block: Block) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

/** One block with its fields and its place in the mail. */
export const BlockCard = ({
  block,
  language,
  place: { index, count },
  onChange,
  onMove,
  onRemove,
}: Props) => {
  const { t } = useTranslation('emails')
  const name = t(`blocks.${block.kind}`)
  const button = (action: 'up' | 'down' | 'remove', icon: ReactNode, isOff: boolean, onClick: () => void) => (
    <IconButton
      label={t(`blocks.${action}`, { name, place: index + 1 })}
      icon={icon}
      // Still reachable, so that the keyboard stays on it after the last step.
      aria-disabled={isOff}
      className={isOff ? 'opacity-50' : ''}
      onClick={() => !isOff && onClick()}
    />
  )
  return (
    <li>
      <Card className="flex flex-col gap-3">
        <div className="flex items-center justify-between gap-2">
          <h2 className="text-sm font-semibold text-ink">{name}</h2>
          <div className="flex">
            {button('up', <ArrowUp aria-hidden="true" size={18} />, index === 0, () => onMove(-1))}
            {button('down', <ArrowDown aria-hidden="true" size={18} />, index === count - 1, () => onMove(1))}
            {button('remove', <Trash aria-hidden="true" size={18} />, false, onRemove)}
          </div>
        </div>
        {block.kind !== 'divider' && <Words block={block} language={language} onChange={onChange} />}
        {(block.kind === 'button' || block.kind === 'picture') && (
          <Address block={block} onChange={onChange} />
        )}
      </Card>
    </li>
  )
}

const Words = ({ block, language, onChange }: Pick<Props, 'block' | 'language' | 'onChange'>) => {
  const { t } = useTranslation('emails')
  const value = block.text[language] ?? ''
  const isLong = block.kind === 'text'
  const Input = isLong ? TextArea : TextInput
  return (
    <Field label={t(`blocks.${block.kind}Text`)} {...(isLong && { hint: t('blocks.textHint') })}>
      {(control) => (
        <Input
          {...control}
          lang={language}
          dir={value === '' ? directionOf(language) : 'auto'}
          maxLength={isLong ? BLOCK_TEXT_MAX : LINE_MAX}
          value={value}
          {...(isLong && { rows: 6 })}
          onChange={({ target }: { target: { value: string } }) =>
            onChange({ ...block, text: withText(block.text, language, target.value) })
          }
        />
      )}
    </Field>
  )
}

const Address = ({ block, onChange }: Pick<Props, 'block' | 'onChange'>) => {
  const { t } = useTranslation('emails')
  const isWrong = block.url.trim() !== '' && !isMailAddress(block.url.trim())
  return (
    <Field label={t('blocks.url')} hint={t('blocks.urlHint')} error={isWrong ? t('blocks.urlWrong') : null}>
      {(control) => (
        <TextInput
          {...control}
          dir="ltr"
          type="url"
          inputMode="url"
          maxLength={ADDRESS_MAX}
          placeholder="https://"
          autoComplete="off"
          value={block.url}
          onChange={({ target }) => onChange({ ...block, url: target.value })}
        />
      )}
    </Field>
  )
}
