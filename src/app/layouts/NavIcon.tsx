import Award from 'lucide-react/icons/award'
import BookOpen from 'lucide-react/icons/book-open'
import BriefcaseBusiness from 'lucide-react/icons/briefcase-business'
import CalendarCheck from 'lucide-react/icons/calendar-check'
import ChartNoAxesColumn from 'lucide-react/icons/chart-no-axes-column'
import Circle from 'lucide-react/icons/circle'
import ClipboardCheck from 'lucide-react/icons/clipboard-check'
import CreditCard from 'lucide-react/icons/credit-card'
import FilePenLine from 'lucide-react/icons/file-pen-line'
import Gift from 'lucide-react/icons/gift'
import House from 'lucide-react/icons/house'
import Mail from 'lucide-react/icons/mail'
import MessagesSquare from 'lucide-react/icons/messages-square'
import Pencil from 'lucide-react/icons/pencil'
import Presentation from 'lucide-react/icons/presentation'
import Plug from 'lucide-react/icons/plug'
import Settings from 'lucide-react/icons/settings'
import Server from 'lucide-react/icons/server'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Users from 'lucide-react/icons/users'
import Video from 'lucide-react/icons/video'
import Wrench from 'lucide-react/icons/wrench'
import { cx } from '#src/shared/lib/cx.ts'

const ICONS: Record<string, typeof House> = {
  dashboard: House,
  course: BookOpen,
  assessment: ClipboardCheck,
  live: Video,
  live_class: Video,
  job_portal: BriefcaseBusiness,
  attendance: CalendarCheck,
  community_forum: MessagesSquare,
  admin_dashboard: ChartNoAxesColumn,
  admin_manage_students: Users,
  admin_course_builder: Pencil,
  admin_workshop_reg: Wrench,
  admin_assessment_result: ClipboardCheck,
  admin_referral: Gift,
  admin_emails: Mail,
  admin_live: Video,
  admin_payment: CreditCard,
  admin_payment_list: CreditCard,
  admin_webinar_management: Presentation,
  admin_attendance: CalendarCheck,
  admin_grading: FilePenLine,
  admin_jobs: BriefcaseBusiness,
  admin_certificates: Award,
  admin_security: ShieldCheck,
  admin_api: Plug,
  admin_settings: Settings,
  admin_platform: Server,
}

/** The icon of a feature; a circle for an unknown one. */
export const NavIcon = ({ slug, className }: { slug: string; className?: string | undefined }) => {
  const Icon = ICONS[slug] ?? Circle
  return <Icon aria-hidden="true" size={22} className={cx('shrink-0', className)} />
}
