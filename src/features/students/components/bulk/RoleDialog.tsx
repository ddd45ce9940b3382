import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { studentRoles } from '#contract/students/students.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'

type Role = (typeof studentRoles)[number]
interface Props {
  count: number
  isPending: boolean
  onClose: () => void
  onChoose: (role: Role) => void
}

/** Which role the chosen people get. */
export const RoleDialog = ({ count, isPending, onClose, onChoose }: Props) => {
  const { t } = useTranslation('students')
  const [role, setRole] = useState<Role | null>(null)
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={t('role.title', { count })}
      description={t('role.text')}
      closeLabel={t('close')}
      actions={
        <>
          <Button
            pending={isPending}
            disabled={role === null}
            onClick={() => role !== null && onChoose(role)}
          >
            {t('role.submit')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
        </>
      }
    >
      <Field label={t('account.role')}>
        {(control) => (
          <Select
            {...control}
            value={role}
            placeholder={t('role.choose')}
            options={studentRoles.map((value) => ({ value, label: t(`roles.${value}`) }))}
            onChange={setRole}
          />
        )}
      </Field>
    </Dialog>
  )
}
