/** The faces of Nastaliq; the files themselves are fetched when a letter of theirs is shown. */
import './urdu-letters.css';
