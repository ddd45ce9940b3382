import Award from 'lucide-react/icons/award'
import BookOpen from 'lucide-react/icons/book-open'
import Code from 'lucide-react/icons/code'
import Flame from 'lucide-react/icons/flame'
import GraduationCap from 'lucide-react/icons/graduation-cap'
import MessageCircle from 'lucide-react/icons/message-circle'
import Target from 'lucide-react/icons/target'
import ThumbsUp from 'lucide-react/icons/thumbs-up'
import Trophy from 'lucide-react/icons/trophy'
import type { BadgeName } from '#contract/badges/badges.ts'

export const BADGE_ICONS: Record<BadgeName, typeof Award> = {
  first_lesson: BookOpen,
  streak_3: Flame,
  streak_7: Flame,
  streak_30: Flame,
  first_course: GraduationCap,
  five_courses: Award,
  first_problem: Code,
  problems_25: Code,
  perfect_quiz: Target,
  first_thread: MessageCircle,
  upvotes_10: ThumbsUp,
  top_3_week: Trophy,
}
