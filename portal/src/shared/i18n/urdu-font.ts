/** The faces of Nastaliq; the files themselves are fetched when a letter of theirs is shown. */
import '@fontsource/noto-nastaliq-urdu/arabic-400.css';
import '@fontsource/noto-nastaliq-urdu/arabic-600.css';
import './urdu-letters.css';
