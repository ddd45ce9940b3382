import '../pages.css'
