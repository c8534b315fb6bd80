/* The DNS Planner / Enactor race for Spin. One atomic or d_step is one visible action. Set by -D:
   N Enactors, E endpoints, P plans, AGE clean-up age; CAS (versioned), GUARD, EMPTYVALID; NOEMPTY asserts that no
   endpoint is emptied, NOREGRESS that no older plan is written over a newer one. */
#ifdef EMPTYVALID
#define WRITABLE true
#else
#define WRITABLE (held[e] != 0)
#endif
#ifdef CAS
#define REFUSED (plan <= held[e])
#else
#define REFUSED false
#endif

byte newest = 1;
byte held[E];
bit deleted[P + 1];

inline clean(plan, k) {
	byte c = 0;
	bit used = 0;
	do
	:: c < E -> if :: held[c] == k -> used = 1 :: else fi; c++
	:: else -> break
	od;
	if
#ifdef GUARD
	:: used -> skip
	:: !used -> deleted[k] = 1
#else
	:: true ->
		deleted[k] = 1;
		c = 0;
		do
		:: c < E -> if :: held[c] == k -> held[c] = 0 :: else fi; c++
		:: else -> break
		od;
#ifdef NOEMPTY
		assert(!used)
#endif
#endif
	fi;
	c = 0;
	used = 0
}

inline older(plan, answer) {
	byte o = 0;
	answer = 0;
	do
	:: o < E -> if :: held[o] < plan -> answer = 1 :: else fi; o++
	:: else -> break
	od;
	o = 0
}

proctype Planner() {
	do
	:: d_step { newest < P -> newest++ }
	od
}

proctype Enactor() {
	byte plan = 0, e = 0, k = 0;
	bit stale = 0;
idle:
	atomic { plan = 0; e = 0; k = 0; stale = 0 };
pick:
	atomic { older(newest, stale); stale; plan = newest; stale = 0 };
write:
	atomic {
		if
		:: deleted[plan] -> goto idle
		:: !deleted[plan] && WRITABLE ->
			if
			:: REFUSED -> skip
			:: !REFUSED ->
#ifdef NOREGRESS
				assert(plan >= held[e]);
#endif
				held[e] = plan
			fi
		fi;
		e++;
		if
		:: e < E -> goto write
		:: else -> k = 1
		fi
	};
sweep:
	atomic {
		do
		:: k + AGE <= plan && deleted[k] -> k++
		:: else -> break
		od;
		if
		:: k + AGE <= plan -> clean(plan, k); k++
		:: else -> goto idle
		fi
	};
	goto sweep
}

init {
	atomic {
		byte i = 0;
		do
		:: i < E -> held[i] = 1; i++
		:: else -> break
		od;
		run Planner();
		i = 0;
		do
		:: i < N -> run Enactor(); i++
		:: else -> break
		od
	}
}
