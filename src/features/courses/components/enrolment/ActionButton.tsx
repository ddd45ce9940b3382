import Bell from 'lucide-react/icons/bell'
import BellRing from 'lucide-react/icons/bell-ring'
import { Link } from 'react-router-dom'
import { Button } from '#src/shared/ui/Button.tsx'
import { buttonClass, type ButtonSize } from '#src/shared/ui/button-class.ts'
import type { CourseAction } from './use-course-action.ts'

type Props = { action: CourseAction; size?: ButtonSize; block?: boolean; className?: string }

/** The course page's primary action. A bell that is on is quiet: there is nothing more to do. */
export const ActionButton = ({ action, size = 'lg', block = true, className }: Props) => {
  if (action.kind === 'button')
    return (
      <Button
        variant={action.isOn ? 'secondary' : 'cta'}
        size={size}
        block={block}
        className={className}
        pending={action.isPending}
        aria-pressed={action.isOn}
        icon={action.isOn === undefined ? undefined : <BellIcon isOn={action.isOn} />}
        onClick={action.run}
      >
        {action.text}
      </Button>
    )
  const look = buttonClass({ variant: 'cta', size, block, className })
  return action.kind === 'link' ? (
    <Link to={action.to} className={look}>
      {action.text}
    </Link>
  ) : (
    <a href={action.href} className={look}>
      {action.text}
    </a>
  )
}

const BellIcon = ({ isOn }: { isOn: boolean }) => {
  const Icon = isOn ? BellRing : Bell
  return <Icon aria-hidden="true" size={18} />
}
