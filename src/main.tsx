import './app/fonts.css'
import './app/styles.css'
import { start } from './app/startup/start.tsx'

void start()
